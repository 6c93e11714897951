/**
 * Whether a Markdown text shows a picture that says nothing to whoever cannot see it: `![](a.png)`, `![ ][a]`, or a tag without `alt`. What stands
 * in code shows no picture.
 */
export function lacksAlternativeText(markdown: string): boolean {
  const text = markdown
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[`~]*[ \t]*$|(?![\s\S]))/gm, '')
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '')
  return (
    /!\[\s*\][([]/.test(text) ||
    (text.match(/<img\b[^>]*>/gi) ?? []).some((tag) => !/\balt\s*=\s*["']?[^"'\s>]/i.test(tag))
  )
}
