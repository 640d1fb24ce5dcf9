/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { addPortfolioPicture } from './add-picture.ts';
export { describePortfolioPicture } from './describe-picture.ts';
export { getPortfolio } from './get-portfolio.ts';
export { removePortfolioPicture } from './remove-picture.ts';
export { reorderPortfolio } from './reorder-pictures.ts';
export { completePortfolioUpload, createPortfolioUpload } from './upload-picture.ts';
