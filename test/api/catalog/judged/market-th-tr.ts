import type { JudgedCreator } from './types.ts';

/**
 * Fictional creators of the judged market: Thai and Turkish.
 * Written to lie close to each other on purpose: several share a subject, a part of their name or a service title,
 * and some mention in passing a subject that they are not about. The judgements in `queries.ts` refer to the keys,
 * so a change to any text here calls for a new look at every query that its words could answer.
 */
export const judgedMarketThaiTurkish: readonly JudgedCreator[] = [
  {
    key: 'krua-mae',
    name: 'ครัวแม่นิด',
    handles: [
      { platform: 'YOUTUBE', handle: 'kruamaenid' },
      { platform: 'TIKTOK', handle: 'kruamaenid' },
    ],
    topics: ['ทำอาหาร', 'อาหารไทย', 'ขนมไทย'],
    bio: 'แม่นิดสอนทำอาหารไทยแบบบ้านๆ วัตถุดิบหาง่ายในตลาดใกล้บ้าน ทำตามได้ทุกขั้นตอน มีทั้งแกงเผ็ด ต้มยำ และขนมไทยสำหรับวันหยุด',
    titles: ['คลิปสูตรอาหารกับสินค้าของคุณ'],
    languages: ['th'],
  },
  {
    key: 'maew-ban-rao',
    name: 'แมวบ้านเรา',
    handles: [
      { platform: 'TIKTOK', handle: 'maewbanrao' },
      { platform: 'INSTAGRAM', handle: 'maewbanrao' },
    ],
    topics: ['แมว', 'สัตว์เลี้ยง', 'อาหารแมว'],
    bio: 'ชีวิตประจำวันของแมวจรห้าตัวที่กลายเป็นเจ้าของบ้าน แนะนำวิธีดูแลสุขภาพ การเลือกทราย และของเล่นที่แมวชอบจริงๆ',
    titles: ['รีวิวของใช้สัตว์เลี้ยง'],
    languages: ['th'],
  },
  {
    key: 'tiew-khon-diaw',
    name: 'เที่ยวคนเดียวกับพลอย',
    handles: [
      { platform: 'YOUTUBE', handle: 'ploysolotrip' },
      { platform: 'INSTAGRAM', handle: 'ploy.solotrip' },
    ],
    topics: ['ท่องเที่ยว', 'รถไฟ', 'ถ่ายภาพ'],
    bio: 'พลอยพาเที่ยวเมืองเล็กด้วยรถไฟชั้นสาม งบวันละห้าร้อยบาท บอกที่พัก ร้านกาแฟ และมุมถ่ายภาพสวยๆ ที่คนท้องถิ่นแนะนำ',
    titles: ['พาเที่ยวกับแบรนด์ของคุณ'],
    languages: ['th'],
  },
  {
    key: 'aysenin-mutfagi',
    name: "Ayşe'nin Mutfağı",
    handles: [
      { platform: 'YOUTUBE', handle: 'aysemutfak' },
      { platform: 'INSTAGRAM', handle: 'ayse.mutfak' },
    ],
    topics: ['yemek tarifleri', 'ev yemekleri', 'hamur işleri'],
    bio: 'Annemden öğrendiğim ev yemeklerini kısa videolarla anlatıyorum. Zeytinyağlılar, börekler ve bayram sofraları için denenmiş tarifler.',
    titles: ['Ürününüzle tarif videosu'],
    languages: ['tr'],
  },
  {
    key: 'cep-oyunlari',
    name: 'Cep Oyuncusu Kerem',
    handles: [
      { platform: 'YOUTUBE', handle: 'cepoyuncusu' },
      { platform: 'KICK', handle: 'cepoyuncusu' },
    ],
    topics: ['mobil oyunlar', 'strateji', 'yayın'],
    bio: 'Her akşam yeni bir mobil oyun deniyorum ve ilk haftanın sonunda dürüstçe puan veriyorum. Reklamı çok olan oyunları yayında siliyoruz.',
    titles: ['Canlı yayında 60 saniyelik tanıtım'],
    languages: ['tr'],
  },
  {
    key: 'gezgin-defne',
    name: 'Gezgin Defne',
    handles: [
      { platform: 'INSTAGRAM', handle: 'gezgindefne' },
      { platform: 'YOUTUBE', handle: 'gezgindefne' },
    ],
    topics: ['seyahat', 'karavan', 'doğa'],
    bio: 'Karavanımla Karadeniz yaylalarından Ege koylarına gidiyorum. Seyahat bütçesi, kamp yerleri ve köy kahvaltıları bu kanalda.',
    titles: ['Karavan ekipmanı incelemesi'],
    languages: ['tr'],
  },
  {
    key: 'kedi-sokagi',
    name: 'Kedi Sokağı',
    handles: [
      { platform: 'TIKTOK', handle: 'kedisokagi' },
      { platform: 'INSTAGRAM', handle: 'kedi.sokagi' },
    ],
    topics: ['kediler', 'sokak hayvanları', 'mama'],
    bio: "İstanbul'un sokak kedilerini besliyor, tedavi ettiriyor ve yuva buluyoruz. Her kedinin bir adı ve küçük bir hikâyesi var.",
    titles: ['Mama testi'],
    languages: ['tr'],
  },
];
