import {
  AddPortfolioPicture,
  CompletePortfolioUpload,
  CreatePortfolioUpload,
  DescribePortfolioPicture,
  GetPortfolio,
  RemoveCreatorPicture,
  RemovePortfolioPicture,
  ReorderPortfolio,
} from '../../../schema/creators/portfolio.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const portfolioRoutes = group(
  on(GetPortfolio, async (ctx) => (await verbs()).getPortfolio(ctx)),
  on(CreatePortfolioUpload, async (ctx, { body }) => (await verbs()).createPortfolioUpload(ctx, body)),
  on(CompletePortfolioUpload, async (ctx, { params }) => (await verbs()).completePortfolioUpload(ctx, params)),
  on(AddPortfolioPicture, async (ctx, { body }) => (await verbs()).addPortfolioPicture(ctx, body)),
  on(ReorderPortfolio, async (ctx, { body }) => (await verbs()).reorderPortfolio(ctx, body)),
  on(DescribePortfolioPicture, async (ctx, { params, body }) =>
    (await verbs()).describePortfolioPicture(ctx, { ...params, ...body }),
  ),
  on(RemovePortfolioPicture, async (ctx, { params }) => (await verbs()).removePortfolioPicture(ctx, params)),
  on(RemoveCreatorPicture, async (ctx, { params }) => (await verbs()).removePortfolioPicture(ctx, params)),
);
