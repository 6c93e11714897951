import { Icon } from '@flagyard/ui/Icon'
import { useStore } from '@flagyard/ui/store'
import { chooseTheme, themeChoiceStore, themeStore } from '@flagyard/ui/theme'
import styles from './Header.module.css'

/** Goes through light, dark, and the theme of the device; what is shown already is skipped. */
export function ThemeSwitch() {
  const dark = useStore(themeStore) === 'dark'
  const choice = useStore(themeChoiceStore)
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
