/**
 * Whether a Markdown text contains a picture without alternative text: `![](a.png)`, `![ ][a]`, or an `img` tag without `alt`. Ignores code. Runs
 * in linear time for any input.
 */
export function lacksAlternativeText(markdown: string): boolean {
  const text = withoutCodeSpans(withoutFences(markdown))
  return (
    /!\[\s*\][([]/.test(text) ||
    (text.match(/<img\b[^<>]*>/gi) ?? []).some((tag) => !/\balt\s*=\s*["']?[^"'\s>]/i.test(tag))
  )
}

/** A fence ends at a line with at least as many of the same characters, or at the end of the text. */
function withoutFences(markdown: string): string {
  let fence: string | undefined
  const isText = (line: string) => {
    const [, signs, rest = ''] = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line) ?? []
    if (fence === undefined) fence = signs
    else if (signs?.startsWith(fence) && rest.trim() === '') fence = undefined
    else return false
    return signs === undefined
  }
  return markdown.split('\n').filter(isText).join('\n')
}

/** A code span ends at the next run of as many backticks as it starts with. Without one, the run is plain text. */
function withoutCodeSpans(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: run }) => ({ begins: index, ends: index + run.length }))
  const laterOfLength = new Map<number, number>()
  const closing = runs.map(() => -1)
  for (let at = runs.length - 1; at >= 0; at--) {
    const run = runs[at]
    if (!run) continue
    const length = run.ends - run.begins
    closing[at] = laterOfLength.get(length) ?? -1
    laterOfLength.set(length, at)
  }
  let kept = ''
  let from = 0
  for (let at = 0; at < runs.length; at++) {
    const end = closing[at] ?? -1
    if (end < 0) continue
    kept += text.slice(from, runs[at]?.begins)
    from = runs[end]?.ends ?? from
    at = end
  }
  return kept + text.slice(from)
}
