const meanings =
  'YOUTUBE_2025_03_31: each start or replay of a Short counts; other videos count as before. INSTAGRAM_2025_04_21: the metric `views`, which ' +
  'replaced impressions and plays.';
const onlyOne = 'null: the platform has only one definition.';
const ofPost = `${meanings} null: the views are not known, or the platform has only one definition.`;
const mixed = 'each with the definition of a view that applied. More than one entry: the sum mixes definitions.';
const current =
  'each with the definition of a view that the platform applies now. More than one entry: the sum mixes definitions.';

const post = {
  source:
    'API of the platform that gave the last measurement; null before the first one, and while you may not see it.',
  viewDefinition: `Definition of a view by which \`views\` was counted. ${ofPost}`,
};
const watched = {
  source: 'API of the platform that answered for the post last; null before, and if its metrics are not shown.',
  viewDefinition: `Definition of a view by which \`metrics.views\` was counted. ${ofPost}`,
};
const sums = `The platforms whose views \`views\` adds up, ${mixed} The mean and the median mix the same ones.`;

/** Texts for the source and the definition of views. */
export const views: Readonly<Record<string, string>> = {
  'DeliverableMetrics.viewDefinition': `Definition of a view, if the platform has changed it. ${meanings} ${onlyOne}`,
  'MixedViewDefinition.platform': 'The platform that counted these views.',
  'MixedViewDefinition.viewDefinition': `How it counted them. ${meanings} ${onlyOne}`,
  'CampaignPost.source': post.source,
  'CampaignPost.viewDefinition': post.viewDefinition,
  'OwnPost.source': post.source,
  'OwnPost.viewDefinition': post.viewDefinition,
  'FactoryPost.source': watched.source,
  'FactoryPost.viewDefinition': watched.viewDefinition,
  'ReportPost.source': watched.source,
  'ReportPost.viewDefinition': watched.viewDefinition,
  'FactorySummary.viewDefinitions': sums,
  'ReportSummary.viewDefinitions': sums,
  'Campaign.viewDefinitions': `The platforms whose views \`totalViews\` adds up, ${mixed}`,
  'Factory.viewDefinitions': `The platforms whose views \`views\` adds up, ${current}`,
  'PlacementAnalytics.viewDefinitions': `The platforms whose views \`engagement.views\` adds up, ${current}`,
  'PlacementAnalytics.byCreator.viewDefinitions': `The platforms whose views \`engagement.views\` of the creator adds up, ${current}`,
  'CampaignAnalytics.totals.viewDefinitions': `The platforms whose views the total adds up, ${mixed}`,
  'CampaignAnalytics.byPlatform.viewDefinitions': 'The definitions of a view of the posts at this platform.',
  'CampaignCreator.viewDefinitions': 'The definitions of a view of the posts of this account.',
};
