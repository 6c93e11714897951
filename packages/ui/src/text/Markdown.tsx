import { isValidElement, type ReactNode, useEffect, useRef, useState } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { ScrollRegion } from '../ScrollRegion.tsx'
import type { HighlightedTree } from './highlight.ts'
import styles from './Markdown.module.css'

interface MarkdownProps {
  children: string
  /** Also allows links to pages of this site, for texts of the owner. */
  ownLinks?: boolean | undefined
}

/** The only Markdown renderer, so that the allowed elements and links are defined in one place. */
export function Markdown({ children, ownLinks = false }: MarkdownProps) {
  return (
    <div className={styles.text}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize]}
        urlTransform={ownLinks ? allowedOwnUrl : allowedUrl}
        components={components}
      >
        {children}
      </ReactMarkdown>
    </div>
  )
}

/** A text with a table of contents next to it, if there is room and the text has at least two headings. */
export function MarkdownWithContents({ children }: { children: string }) {
  const headings = listHeadings(children)
  if (headings.length < 2) return <Markdown>{children}</Markdown>
  return (
    <div className={styles.room}>
      <div className={styles.columns}>
        <Markdown>{children}</Markdown>
        <nav aria-label="On this page" className={styles.contents}>
          <p>On this page</p>
          <ul>
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  )
}

/** A sentence or two of Markdown within other text, such as a label: code and emphasis, no links and no blocks. */
export function InlineMarkdown({ children }: { children: string }) {
  return (
    <span className={styles.inline}>
      <ReactMarkdown
        allowedElements={['p', 'code', 'em', 'strong']}
        unwrapDisallowed
        components={{ p: ({ children }) => <span>{children}</span> }}
      >
        {children}
      </ReactMarkdown>
    </span>
  )
}

/** Allows links to the web and to mail addresses, and pictures from this site. Drops all other addresses. */
export function allowedUrl(url: string, key: string): string {
  if (key === 'src') return /^\/(?![/\\])/.test(url) ? url : ''
  return /^(https?:\/\/|mailto:)/i.test(url) ? url : ''
}

const allowedOwnUrl = (url: string, key: string): string => (/^\/(?![/\\])/.test(url) ? url : allowedUrl(url, key))

const components: Components = {
  // The page title is the h1.
  h1: ({ children }) => <h2 id={headingId(textOf(children))}>{children}</h2>,
  h2: ({ children }) => <h2 id={headingId(textOf(children))}>{children}</h2>,
  h3: ({ children }) => <h3 id={headingId(textOf(children))}>{children}</h3>,
  a: ({ href, children }) =>
    href ? (
      <a href={href} rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // Loading a picture from another site would reveal the reader to that site, so its alternative text is shown instead.
  img: ({ src, alt }) =>
    typeof src === 'string' && src !== '' ? (
      <img src={src} alt={alt ?? ''} loading="lazy" {...sizeOf(src)} />
    ) : (
      <span>{alt}</span>
    ),
  table: ({ children }) => (
    <ScrollRegion label="Table" className={styles.table}>
      <table>{children}</table>
    </ScrollRegion>
  ),
  pre: ({ children }) => <CodeBlock>{highlighted(children)}</CodeBlock>,
}

/** Size in pixels, from the fragment of the address, so that the text does not shift when the picture loads. */
function sizeOf(src: string) {
  const [, width, height] = /#(\d{1,5})x(\d{1,5})$/.exec(src) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : {}
}

/** Code of a block with a language. */
function highlighted(code: ReactNode): ReactNode {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(code)) return code
  const language = /^language-([\w-]+)$/.exec(code.props.className ?? '')?.[1]
  if (!language || language === 'text') return code
  return <HighlightedCode language={language}>{textOf(code.props.children)}</HighlightedCode>
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string') return node
  if (Array.isArray(node)) return node.map(textOf).join('')
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : ''
}

interface Heading {
  id: string
  text: string
}

/** Headings of a Markdown text, for a table of contents. */
function listHeadings(markdown: string): Heading[] {
  const headings: Heading[] = []
  let inCode = false
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) inCode = !inCode
    const text = inCode ? undefined : /^#{1,3}\s+(.+?)\s*#*$/.exec(line)?.[1]?.replace(/[`*_]/g, '')
    if (text && !headings.some(({ id }) => id === headingId(text))) headings.push({ id: headingId(text), text })
  }
  return headings
}

function headingId(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return `text-${words.join('-')}`
}

/** A code block with a copy button. If the browser refuses to copy, the code is selected so that the reader can copy it manually. */
function CodeBlock({ children }: { children: ReactNode }) {
  const block = useRef<HTMLPreElement>(null)
  const [state, setState] = useState<'copied' | 'selected' | null>(null)
  const copy = async () => {
    const pre = block.current
    if (!pre) return
    try {
      await navigator.clipboard.writeText(pre.textContent?.trimEnd() ?? '')
      setState('copied')
    } catch {
      getSelection()?.selectAllChildren(pre)
      setState('selected')
    }
  }
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre ref={block} tabIndex={0}>
        {children}
      </pre>
      <button type="button" className={styles.copy} onClick={() => void copy()} onBlur={() => setState(null)}>
        {state === 'copied' ? 'Copied' : state === 'selected' ? 'Selected' : 'Copy'}
        <span className="visually-hidden"> code</span>
      </button>
      <span className="visually-hidden" role="status">
        {state === 'copied'
          ? 'The code is copied.'
          : state === 'selected'
            ? 'The code is selected: copy it yourself.'
            : ''}
      </span>
    </div>
  )
}

/** Maximum length of highlighted code, in characters. Highlighting longer code would block the page. */
const MAX_CHARACTERS = 20_000

/** Code with syntax highlighting once the highlighter has loaded. Until then, and in unknown languages, plain text. */
function HighlightedCode({ language, children }: { language: string; children: string }) {
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
