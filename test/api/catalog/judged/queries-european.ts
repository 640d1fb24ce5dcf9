import type { JudgedQuery } from './types.ts';

/**
 * Judged queries in German, Spanish, French, Portuguese, Russian and Turkish.
 * Every query was judged against the whole market: `best` are all creators truly about it, `good` those who mention
 * it or suit it less well, and a creator who lacks a word of the query (stop words apart) is in neither.
 * A creator in another language counts if their texts contain the same word. The order inside both lists
 * means nothing.
 */
export const judgedQueriesEuropean: readonly JudgedQuery[] = [
  { q: 'Rezepte', language: 'de', kind: 'form of a word', best: ['jonas-mueller', 'annikas-backstube'] },
  { q: 'Kochen mit Kindern', language: 'de', kind: 'stop words', best: ['kleine-toepfe'], good: ['jonas-mueller'] },
  { q: 'mueller', language: 'de', kind: 'name', best: ['jonas-mueller'] },
  { q: 'gemüse', language: 'de', kind: 'beginning', best: ['gruener-daumen'] },
  { q: 'camper ausbau', language: 'de', kind: 'compound', best: ['waldwagen'] },
  { q: 'Hautpfelge', language: 'de', kind: 'typo', best: ['hautnah'] },
  { q: 'Oldtimer restaurieren', language: 'de', kind: 'several words', best: ['schrauberhalle'] },
  { q: 'youtube.com/@geldkompass/videos', language: 'de', kind: 'address', best: ['geldkompass'] },
  { q: 'Segelfliegen', language: 'de', kind: 'unanswerable', best: [] },
  {
    q: 'juegos',
    language: 'es',
    kind: 'form of a word',
    best: ['dedo-rapido', 'pixel-andino', 'arena-norte'],
    good: ['siete-bigotes'],
  },
  { q: 'cocina de verano', language: 'es', kind: 'stop words', best: ['sal-y-verano'] },
  { q: 'lucia pena', language: 'es', kind: 'name', best: ['lucia-pena'] },
  { q: 'recetas faciles', language: 'es', kind: 'several words', best: ['lucia-pena'] },
  { q: 'furgoneta', language: 'es', kind: 'topic', best: ['furgo-libre'] },
  { q: 'galetas', language: 'es', kind: 'typo', best: ['galleta-feliz'] },
  { q: 'fotógrafa de bodas', language: 'es', kind: 'stop words', best: ['foto-rocio'] },
  { q: 'reseña', language: 'es', kind: 'form of a word', best: ['pagina-doblada'], good: ['dedo-rapido'] },
  { q: 'submarinismo', language: 'es', kind: 'unanswerable', best: [] },
  { q: 'recettes', language: 'fr', kind: 'topic', best: ['cuisine-camille'], good: ['sables-et-sucre'] },
  { q: 'soins de la peau', language: 'fr', kind: 'stop words', best: ['peau-nette'] },
  { q: 'garage helene', language: 'fr', kind: 'name', best: ['garage-helene'] },
  { q: 'voiture ancienne', language: 'fr', kind: 'form of a word', best: ['garage-helene'] },
  { q: 'chats', language: 'fr', kind: 'topic', best: ['ronron-club'] },
  { q: 'pattisserie', language: 'fr', kind: 'typo', best: ['sables-et-sucre'] },
  { q: 'https://www.instagram.com/valiselegere/?hl=fr', language: 'fr', kind: 'address', best: ['valise-legere'] },
  { q: 'parachutisme', language: 'fr', kind: 'unanswerable', best: [] },
  { q: 'receitas', language: 'pt', kind: 'topic', best: ['panela-velha', 'cozinha-curta'] },
  { q: 'jogos de celular', language: 'pt', kind: 'stop words', best: ['polegar-nervoso'] },
  { q: 'carro popular', language: 'pt', kind: 'form of a word', best: ['oficina-do-beto'] },
  { q: 'pecanha', language: 'pt', kind: 'name', best: ['foto-de-rua'] },
  { q: 'protetor solar', language: 'pt', kind: 'several words', best: ['pele-e-sol'], good: ['piel-tranquila'] },
  { q: 'biscoitso', language: 'pt', kind: 'typo', best: ['biscoito-fino'] },
  { q: 'fita cassete', language: 'pt', kind: 'name', best: ['fita-cassete'] },
  { q: 'tutorial do app', language: 'pt', kind: 'title', best: ['bolso-furado'], good: ['bolsillo-claro'] },
  { q: 'игра', language: 'ru', kind: 'form of a word', best: ['igry-v-karmane', 'staraya-pristavka'] },
  { q: 'рецепты', language: 'ru', kind: 'topic', best: ['kuhnya-olgi'] },
  { q: 'уход за кожей', language: 'ru', kind: 'stop words', best: ['kozha-bez-mifov'] },
  { q: 'кошка', language: 'ru', kind: 'form of a word', best: ['hvost-truboj'] },
  { q: 'путешествия на поезде', language: 'ru', kind: 'several words', best: ['poezd-i-ryukzak'] },
  { q: 'фотогрфия', language: 'ru', kind: 'typo', best: ['svet-i-ten'] },
  { q: 'фантаст', language: 'ru', kind: 'beginning', best: ['stranica-sem'] },
  { q: 'сладкий дом', language: 'ru', kind: 'name', best: ['sladkij-dom'] },
  { q: 'дайвинг', language: 'ru', kind: 'unanswerable', best: [] },
  { q: 'yemek tarifleri', language: 'tr', kind: 'several words', best: ['aysenin-mutfagi'] },
  { q: 'oyun', language: 'tr', kind: 'form of a word', best: ['cep-oyunlari'] },
];
