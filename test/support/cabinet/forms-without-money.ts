/** The operations of forms that transfer, reserve and grant nothing. A new form belongs here, or into `money-forms.ts`. */
export const formsWithoutMoney: readonly string[] = `
  AddPortfolioPicture CompletePortfolioUpload CreatePortfolioUpload DescribePortfolioPicture ReorderPortfolio RemoveCreatorPicture RemovePortfolioPicture
  AddPostProof CompletePostProofUpload CreatePostProofUpload
  AcceptAssignment AddFactoryAccount AddFactoryPost AddSocialAccount AddStatement ApproveOwnership AttachOwnershipEvidence
  BlockChannel BlockSocialAccount BlockTrackingLink
  ChallengeOwnership CheckAccountVerification CompleteOwnershipUpload CompleteProofUpload
  CompleteRecordingUpload LinkChannel CreateApiKey CreateCampaign CreateChannel CreateFactory CreateFactoryTag CreateOrder
  CreateOwnershipUpload CreateProofUpload CreateRecordingUpload CreateSavedList CreateShareLink CreateTagGroup
  CreateTrackingLink CreateWebhookEndpoint DecideStatsSession DeclineProposal DeleteApiKey DeleteChannel
  DeleteFactory DeleteFactoryTag DeleteSavedList DeleteShareLink DeleteSocialAccount DeleteTagGroup
  DeleteWebhookEndpoint EnableWebhookEndpoint EndConnection EndOtherSessions EndSession OpenStatsSession
  PauseCampaign ProposeChange PublishPage QuoteOffer QuoteOrder RaiseIssue RefreshAvatar RejectCampaignPost
  RejectOwnership RemoveFactoryAccount RemoveFactoryPost RemoveSavedCreator RenameSavedList
  RenewAccountVerification ReplaceFactoryAccountTags ReplaceTagGroup ReplayWebhookDelivery RequestChanges
  RequeueDeadLetter ResumeCampaign RotateApiKey RotateWebhookSecret SaveCreator SavePricing SellSocialAccount
  SetPageAddress ShareMetrics StartConnection SubmitAssignment SubmitOwnership SubmitPost SubmitProfile
  SuspendUser SwitchControl TakeOffer TestWebhookEndpoint UnpublishPage UpdateDeliverable UpdateFactory UpdateMe
  UpdateNotifications UpdateOrder UpdateProfile WithdrawOwnership WithdrawPost WithdrawProposal`
  .trim()
  .split(/\s+/);
