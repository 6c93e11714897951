import { classNames } from '@flagyard/ui/class-names'
import { useAtomValue } from 'jotai'
import type { ReactNode, Ref } from 'react'
import styles from './Player.module.css'
import { playerSettingsAtom } from './settings.ts'

interface Props {
  label: string
  stage?: Ref<HTMLElement>
  picture: ReactNode
  /** False if the video has no captions, so that no space is reserved for them. */
  captions?: boolean
  children?: ReactNode
}

/** Container of a video. It is dark in both themes, and its size is the same before and after the video and controls load. */
export function Stage({ label, stage, picture, captions = true, children }: Props) {
  const settings = useAtomValue(playerSettingsAtom)
  const under = captions && settings.captions && !settings.captionsInPicture
  return (
    <section ref={stage} className={classNames(styles.stage, under && styles.withCaptions, 'dark')} aria-label={label}>
      <div className={styles.picture}>{picture}</div>
      {children}
    </section>
  )
}
