interface Preview {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly image: string;
  /** Uses the wide neutral card instead of a square picture. */
  readonly isCard: boolean;
  readonly type: 'website' | 'profile';
}

/** Link previews on other sites: Open Graph (ogp.me) and Twitter cards. */
export const preview = ({ title, description, url, image, isCard, type }: Preview) => (
  <>
    <meta property="og:site_name" content="Castline" />
    <meta property="og:type" content={type} />
    <meta property="og:title" content={title} />
    <meta property="og:description" content={description} />
    <meta property="og:url" content={url} />
    <meta property="og:image" content={image} />
    {isCard && (
      <>
        <meta property="og:image:type" content="image/png" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content="Castline" />
      </>
    )}
    <meta name="twitter:card" content={isCard ? 'summary_large_image' : 'summary'} />
    <meta name="twitter:title" content={title} />
    <meta name="twitter:description" content={description} />
    <meta name="twitter:image" content={image} />
  </>
);
