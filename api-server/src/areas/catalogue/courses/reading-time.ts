/** Reading speed for technical texts with commands, in words per minute. */
const WORDS_PER_MINUTE = 180

/** Estimated reading time of a text, in seconds. */
export function readingSeconds(markdown: string): number {
  const words = markdown.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return Math.ceil((words / WORDS_PER_MINUTE) * 60)
}
