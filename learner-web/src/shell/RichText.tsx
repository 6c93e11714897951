import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { type ReactNode, Suspense } from 'react'

const Markdown = lazyScreen(async () => {
  const { Markdown: Renderer } = await import('@flagyard/ui/Markdown')
  return { default: ({ text }: { text: string }) => <Renderer>{text}</Renderer> }
})

/**
 * Markdown that people wrote. Its renderer is fetched apart: pages without such text never carry it. What stands `below` comes together
 * with the text, which would else push it away from under the pointer.
 */
export function RichText({ children, footer }: { children: string; footer?: ReactNode }) {
  return (
    <Suspense fallback={<p className="muted">Loading the text…</p>}>
      <Markdown text={children} />
      {footer}
    </Suspense>
  )
}
