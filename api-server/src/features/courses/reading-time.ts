/** Words a minute of a technical text with commands in it. */
const WORDS_PER_MINUTE = 180

/** Seconds that a text takes to read. */
export function readingSeconds(markdown: string): number {
  const words = markdown.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return Math.ceil((words / WORDS_PER_MINUTE) * 60)
}
