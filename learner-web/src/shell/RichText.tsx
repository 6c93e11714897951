import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { type ReactNode, Suspense } from 'react'
import { firstPaint } from '../lib/first-paint.ts'
import * as t from '../messages/en/shell.ts'

const Markdown = lazyScreen(async () => {
  await firstPaint
  const { Markdown: Renderer } = await import('@flagyard/ui/Markdown')
  return {
    default: ({ text, ownLinks }: { text: string; ownLinks?: boolean | undefined }) => (
      <Renderer ownLinks={ownLinks}>{text}</Renderer>
    ),
  }
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
  /** Also allows links to pages of this site, for texts of the owner. */
  ownLinks?: boolean
}

/**
 * Markdown text with a lazily loaded renderer. The `footer` appears together with the text, so that its buttons do not move when the text
 * loads. `contents` adds a table of contents next to a long text.
 */
export function RichText({ children, footer, contents, ownLinks }: Props) {
  return (
    <Suspense fallback={<TextIsLoading />}>
      {contents ? <MarkdownWithContents text={children} /> : <Markdown text={children} ownLinks={ownLinks} />}
      {footer}
    </Suspense>
  )
}

export const TextIsLoading = () => <p className="muted">{t.loadingText}</p>

/** Inline Markdown. Shows the source until the renderer is loaded. */
export function RichLine({ children }: { children: string }) {
  return (
    <Suspense fallback={children}>
      <InlineMarkdown text={children} />
    </Suspense>
  )
}
