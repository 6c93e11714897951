import { Icon } from '@flagyard/ui/Icon'
import { chooseTheme, themeAtom, themeChoiceAtom } from '@flagyard/ui/theme'
import { useAtomValue } from 'jotai'
import styles from './Header.module.css'

/** Cycles through light, dark and device theme, and skips the one that would change nothing. */
export function ThemeSwitch() {
  const dark = useAtomValue(themeAtom) === 'dark'
  const choice = useAtomValue(themeChoiceAtom)
  const next = steps[choice === 'dark' ? 'device' : dark ? 'light' : 'dark']
  return (
    <button type="button" className={styles.iconButton} aria-label={next.label} onClick={() => chooseTheme(next.theme)}>
      <Icon name={next.icon} />
    </button>
  )
}

const steps = {
  light: { theme: 'light', label: 'Use the light theme', icon: 'sun' },
  dark: { theme: 'dark', label: 'Use the dark theme', icon: 'moon' },
  device: { theme: null, label: 'Use the theme of this device', icon: 'device' },
} as const
