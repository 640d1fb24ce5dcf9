import { judgedMarketGerman } from './market-de.ts';
import { judgedMarketEnglish1 } from './market-en-1.ts';
import { judgedMarketEnglish2 } from './market-en-2.ts';
import { judgedMarketEnglish3 } from './market-en-3.ts';
import { judgedMarketEnglish4 } from './market-en-4.ts';
import { judgedMarketSpanish } from './market-es.ts';
import { judgedMarketFrench } from './market-fr.ts';
import { judgedMarketJapanese } from './market-ja.ts';
import { judgedMarketPortuguese } from './market-pt.ts';
import { judgedMarketRussian } from './market-ru.ts';
import { judgedMarketThaiTurkish } from './market-th-tr.ts';
import { judgedMarketChinese } from './market-zh.ts';
import type { JudgedCreator } from './types.ts';

/**
 * The whole judged market: 179 fictional creators in ten languages. Names, handles, topics, bios and service titles
 * were written for this set and contain no text of a real person. Subjects form clusters (games, kitchens, cats and
 * cars, vans, skin, K-pop, books, money, sport) to make ranking hard. The relevance of each creator was judged for each
 * query against all of its data.
 */
export const judgedMarket: readonly JudgedCreator[] = [
  ...judgedMarketEnglish1,
  ...judgedMarketEnglish2,
  ...judgedMarketEnglish3,
  ...judgedMarketEnglish4,
  ...judgedMarketGerman,
  ...judgedMarketSpanish,
  ...judgedMarketFrench,
  ...judgedMarketPortuguese,
  ...judgedMarketRussian,
  ...judgedMarketJapanese,
  ...judgedMarketChinese,
  ...judgedMarketThaiTurkish,
];
