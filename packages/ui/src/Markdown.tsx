import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import styles from './Markdown.module.css'

/** The one renderer of Markdown, and the one place that decides what people may put into it. */
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

/** Links of users and content go to the web or to mail, nowhere else. Anything else loses its address. */
export function allowedUrl(url: string, key: string): string {
  if (key === 'src') return /^\/(?![/\\])/.test(url) ? url : ''
  return /^(https?:\/\/|mailto:)/i.test(url) ? url : ''
}

const components: Components = {
  // The page owns the first heading.
  h1: ({ children }) => <h2>{children}</h2>,
  a: ({ href, children }) =>
    href ? (
      <a href={href} rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // A picture from elsewhere would tell that place who reads: its words are shown instead.
  img: ({ src, alt }) =>
    typeof src === 'string' && src !== '' ? <img src={src} alt={alt ?? ''} loading="lazy" /> : <span>{alt}</span>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={styles.table} tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </section>
  ),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <pre tabIndex={0}>{children}</pre>
  ),
}
