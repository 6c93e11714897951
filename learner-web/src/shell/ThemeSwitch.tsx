import { Icon } from '@flagyard/ui/Icon'
import { useStore } from '@flagyard/ui/store'
import { chooseTheme, themeStore } from '@flagyard/ui/theme'
import styles from './Header.module.css'

export function ThemeSwitch() {
  const dark = useStore(themeStore) === 'dark'
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
