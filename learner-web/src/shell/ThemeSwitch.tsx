import { Icon } from '@flagyard/ui/Icon'
import { chooseTheme, themeStore } from '@flagyard/ui/theme'
import { atomOf, useAtomValue } from '../lib/jotai.ts'
import styles from './Header.module.css'

const themeAtom = atomOf(themeStore)

export function ThemeSwitch() {
  const dark = useAtomValue(themeAtom) === 'dark'
  return (
    <button
      type="button"
      className={styles.iconButton}
      aria-label={dark ? 'Use the light theme' : 'Use the dark theme'}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    >
      <Icon name={dark ? 'sun' : 'moon'} />
    </button>
  )
}
