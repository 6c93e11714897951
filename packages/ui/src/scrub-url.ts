/** An address without its secrets: the query, the fragment (mailed tokens are there), and a video's token in the path. */
export function scrubUrl(text: string): string {
  if (!/^(https?:\/\/|\/)\S*$/.test(text)) return text
  return text.replace(/[?#].*$/, '').replace(/(\/videos\/)[^/]+/, '$1…')
}
