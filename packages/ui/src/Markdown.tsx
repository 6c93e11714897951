import { isValidElement, type ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from './CodeBlock.tsx'
import { HighlightedCode } from './HighlightedCode.tsx'
import { headingId, listHeadings } from './headings.ts'
import styles from './Markdown.module.css'
import { ScrollRegion } from './ScrollRegion.tsx'

/** The only Markdown renderer, so that the allowed elements and links are defined in one place. */
export function Markdown({ children }: { children: string }) {
  return (
    <div className={styles.text}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize]}
        urlTransform={allowedUrl}
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
      <div className={styles.beside}>
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
