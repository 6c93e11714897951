/** Removes secrets from an address: the query, the fragment (which contains mailed tokens), and a video token in the path. */
export function scrubUrl(text: string): string {
  if (!/^(https?:\/\/|\/)\S*$/.test(text)) return text
  return text.replace(/[?#].*$/, '').replace(/(\/videos\/)[^/]+/, '$1…')
}
