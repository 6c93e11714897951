/** An address without what may be secret in it: query, fragment (mailed tokens travel there), and video tokens in the path. */
export function scrubUrl(text: string): string {
  if (!/^(https?:\/\/|\/)\S*$/.test(text)) return text
  return text.replace(/[?#].*$/, '').replace(/(\/videos\/)[^/]+/, '$1…')
}
