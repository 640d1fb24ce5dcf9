import type { JudgedQuery } from './types.ts';

/**
 * Judged queries in Japanese, Chinese and Thai.
 * Every query was judged against the whole market: `best` are all creators truly about it, `good` those who mention
 * it or suit it less well, and a creator who lacks a word of the query (stop words apart) is in neither.
 * A creator in another language counts if their texts contain the same word. The order inside both lists
 * means nothing.
 */
export const judgedQueriesAsian: readonly JudgedQuery[] = [
  { q: '料理', language: 'ja', kind: 'topic', best: ['hanako-daidokoro'], good: ['kakeibo'] },
  { q: '猫', language: 'ja', kind: 'topic', best: ['neko-kichi', 'mao-wu'], good: ['kuruma-jii', 'che-jian'] },
  { q: '節約', language: 'ja', kind: 'inside text', best: ['kakeibo', 'obento-koji'] },
  { q: '時刻表', language: 'ja', kind: 'inside text', best: ['densha-tabi'] },
  { q: '温泉', language: 'ja', kind: 'inside text', best: ['shachuhaku'] },
  { q: 'レトロゲーム 修理', language: 'ja', kind: 'several words', best: ['retro-heya'] },
  { q: 'スキンケア', language: 'ja', kind: 'topic', best: ['suhada-lab'] },
  { q: 'hanako daidokoro', language: 'ja', kind: 'handle', best: ['hanako-daidokoro'] },
  { q: '陶芸', language: 'ja', kind: 'unanswerable', best: [] },
  { q: '护肤', language: 'zh', kind: 'inside text', best: ['fu-zhi'], good: ['meizhuang-an'] },
  { q: '手游', language: 'zh', kind: 'inside text', best: ['zhijian-shouyou'] },
  { q: '二手车', language: 'zh', kind: 'topic', best: ['che-jian'] },
  {
    q: '旅行',
    language: 'zh',
    kind: 'topic',
    best: ['bei-bao', 'fangche-lu', 'shachuhaku', 'densha-tabi'],
    good: ['tsundoku'],
  },
  { q: '書店', language: 'zh', kind: 'inside text', best: ['shu-dian'] },
  { q: '摄影', language: 'zh', kind: 'form of a word', best: ['she-ying'] },
  { q: '老王', language: 'zh', kind: 'name', best: ['laowang-chufang'] },
  { q: '汽车用品', language: 'zh', kind: 'title', best: ['che-jian'] },
  { q: '滑雪', language: 'zh', kind: 'unanswerable', best: [] },
  { q: 'แมว', language: 'th', kind: 'inside text', best: ['maew-ban-rao'] },
  { q: 'ถ่ายภาพ', language: 'th', kind: 'inside text', best: ['tiew-khon-diaw'] },
];
