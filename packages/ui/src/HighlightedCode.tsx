import { type ReactNode, useEffect, useState } from 'react'
import styles from './Code.module.css'
import type { HighlightedTree } from './highlight.ts'

/** Maximum length of highlighted code, in characters. Highlighting longer code would block the page. */
const MAX_CHARACTERS = 20_000

/** Code with syntax highlighting once the highlighter has loaded. Until then, and in unknown languages, plain text. */
export function HighlightedCode({ language, children }: { language: string; children: string }) {
  const [tree, setTree] = useState<HighlightedTree | null>(null)
  useEffect(() => {
    if (children.length > MAX_CHARACTERS) return
    let left = false
    import('./highlight.ts').then(
      ({ highlight }) => left || setTree(highlight(language, children)),
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [language, children])
  return <code>{tree ? tree.children.map(draw) : children}</code>
}

type Node = HighlightedTree['children'][number]

// Each token is rendered as an element with a known class, never as raw markup.
function draw(node: Node, at: number): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  const { className } = node.properties
  const scope = Array.isArray(className) ? String(className[0]).replace('hljs-', '') : ''
  return (
    <span key={at} className={tones[scope]}>
      {node.children.map(draw)}
    </span>
  )
}

const tones: Record<string, string | undefined> = {
  comment: styles.comment,
  quote: styles.comment,
  meta: styles.comment,
  string: styles.string,
  regexp: styles.string,
  keyword: styles.keyword,
  literal: styles.keyword,
  built_in: styles.keyword,
  type: styles.keyword,
  number: styles.number,
  attr: styles.name,
  attribute: styles.name,
  variable: styles.name,
  title: styles.name,
  section: styles.name,
}
