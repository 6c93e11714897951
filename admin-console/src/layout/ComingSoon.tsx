import { Empty } from '@flagyard/ui/States'
import { ScreenHeader } from './ScreenHeader.tsx'

/** Says in one honest sentence what a screen will hold. */
export function ComingSoon({
  title,
  back,
  children,
}: {
  title: string
  back?: { to: string; label: string }
  children: string
}) {
  return (
    <>
      <ScreenHeader title={title} {...(back && { back })} />
      <Empty title="Not here yet" icon="clock">
        {children}
      </Empty>
    </>
  )
}
