import { classNames } from '@flagyard/ui/class-names'
import { useAtomValue } from 'jotai'
import type { ReactNode, Ref } from 'react'
import styles from './Player.module.css'
import { playerSettingsAtom } from './settings.ts'

interface Props {
  label: string
  stage?: Ref<HTMLElement>
  /** What stands where the picture is. */
  picture: ReactNode
  /** False once it is known that there are no captions to keep room for. */
  captions?: boolean
  children?: ReactNode
}

/** The place of a film, dark in both themes and as large before the film and its controls have come as with them. */
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
