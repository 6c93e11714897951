import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Spinner } from '@flagyard/ui/Spinner'
import { memo, Suspense, useEffect, useState } from 'react'

interface Props {
  text: string
  /** Also allows links to pages of the learner site, for texts of the owner. */
  ownLinks?: boolean | undefined
}

/** The learner app's renderer, which includes the sanitising rules. */
const Renderer = lazyScreen(async () => {
  const { Markdown } = await import('@flagyard/ui/Markdown')
  return { default: memo(({ text, ownLinks }: Props) => <Markdown ownLinks={ownLinks}>{text}</Markdown>) }
})

/** A Markdown text, rendered as learners see it. */
export const Preview = ({ text, ownLinks }: Props) => (
  <Suspense fallback={<Spinner label="Loading the preview…" />}>
    <Renderer text={text} ownLinks={ownLinks} />
  </Suspense>
)

/** Follows the typing. Long texts update only after a pause, because every update renders the whole text. */
export function LivePreview({ text, ownLinks }: Props) {
  const [shown, setShown] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), text.length > LONG ? 700 : 60)
    return () => clearTimeout(timer)
  }, [text])
  return shown.trim() === '' ? (
    <p className="muted">The preview appears here as you type.</p>
  ) : (
    <Preview text={shown} ownLinks={ownLinks} />
  )
}

const LONG = 20_000
