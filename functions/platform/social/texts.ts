const maxHashtags = 30;

/** The hashtags of a text without the #, each once, in their order. */
export function hashtagsIn(text: string): string[] {
  const found = [...text.matchAll(/(?:^|[^\p{L}\p{N}_&/])[#＃]([\p{L}\p{M}\p{N}_]{1,100})/gu)].map(
    ([, tag = '']) => tag,
  );
  // A number alone, as in "part #2", is no hashtag on any platform.
  const tags = found.filter((tag) => !/^\p{N}+$/u.test(tag));
  return [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, maxHashtags);
}

const isoDuration = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/;

/** The whole seconds of an ISO 8601 duration, such as PT1H2M3S; null for another text. */
export function secondsIn(text: string): number | null {
  const match = isoDuration.exec(text);
  if (match === null || text.length < 3) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
