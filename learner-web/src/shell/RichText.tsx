import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Suspense } from 'react'

const Markdown = lazyScreen(async () => {
  const { Markdown: Renderer } = await import('@flagyard/ui/Markdown')
  return { default: ({ text }: { text: string }) => <Renderer>{text}</Renderer> }
})

/** Markdown that people wrote. Its renderer is fetched apart: pages without such text never carry it. */
export function RichText({ children }: { children: string }) {
  return (
    <Suspense fallback={<p className="muted">Loading the text…</p>}>
      <Markdown text={children} />
    </Suspense>
  )
}
