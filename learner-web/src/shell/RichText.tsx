import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { type ReactNode, Suspense } from 'react'
import { firstPaint } from '../lib/first-paint.ts'

const Markdown = lazyScreen(async () => {
  await firstPaint
  const { Markdown: Renderer } = await import('@flagyard/ui/Markdown')
  return { default: ({ text }: { text: string }) => <Renderer>{text}</Renderer> }
})

const MarkdownWithContents = lazyScreen(async () => {
  await firstPaint
  const { MarkdownWithContents: Renderer } = await import('@flagyard/ui/Markdown')
  return { default: ({ text }: { text: string }) => <Renderer>{text}</Renderer> }
})

const InlineMarkdown = lazyScreen(async () => {
  await firstPaint
  const { InlineMarkdown: Renderer } = await import('@flagyard/ui/Markdown')
  return { default: ({ text }: { text: string }) => <Renderer>{text}</Renderer> }
})

interface Props {
  children: string
  footer?: ReactNode
  contents?: boolean
}

/**
 * Markdown text. Its renderer is loaded lazily, for pages that have such text. The `footer` appears together with the text, which
 * would otherwise push it away from under the pointer. `contents` lists the headings of a long text beside it.
 */
export function RichText({ children, footer, contents }: Props) {
  const Renderer = contents ? MarkdownWithContents : Markdown
  return (
    <Suspense fallback={<TextIsLoading />}>
      <Renderer text={children} />
      {footer}
    </Suspense>
  )
}

export const TextIsLoading = () => <p className="muted">Loading the text…</p>

/** A sentence of Markdown inside other text; until its renderer is there, as it was written. */
export function RichLine({ children }: { children: string }) {
  return (
    <Suspense fallback={children}>
      <InlineMarkdown text={children} />
    </Suspense>
  )
}
