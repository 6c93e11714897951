import englishMessages from 'ra-language-english'
import type { I18nProvider } from 'react-admin'

const { ra } = englishMessages

/** Overrides of react-admin's messages, in the style of the console. */
const messages = {
  ra: {
    ...ra,
    action: {
      ...ra.action,
      clear_input_value: 'Clear',
      toggle_theme: 'Switch between light and dark',
      unselect: 'Clear selection',
      update_application: 'Reload',
    },
    auth: { ...ra.auth, logout: 'Sign out', user_menu: 'Your account' },
    message: {
      ...ra.message,
      invalid_form: 'Check the highlighted fields.',
      unsaved_changes: 'You have unsaved changes. Leave without saving? They stay in this browser as a draft.',
    },
    navigation: { ...ra.navigation, page_rows_per_page: 'Rows per page', skip_nav: 'Skip to content' },
    notification: { ...ra.notification, application_update_available: 'A new version of the console is available.' },
    saved_queries: {
      ...ra.saved_queries,
      label: 'Saved filters',
      help: 'Set filters, then save them here.',
      new_label: 'Save filters',
      new_dialog_title: 'Save filters',
      query_name: 'Name',
      remove_label: 'Remove saved filters',
      remove_dialog_title: 'Remove saved filters?',
      remove_message: 'Only the saved filters are removed. Rows are not changed.',
    },
  },
}

/** Minimal i18n provider: lookup, plurals and interpolation. The console has one language, and react-admin's provider would add a 6 kB library. */
export const i18nProvider: I18nProvider = {
  translate: (key, options: Record<string, unknown> = {}) => {
    const [one = '', many = one] = phraseOf(key, options._).split('||||')
    const phrase = options.smart_count === undefined || options.smart_count === 1 ? one : many
    return phrase.trim().replace(/%\{(\w+)\}/g, (whole, name: string) => String(options[name] ?? whole))
  },
  changeLocale: () => Promise.resolve(),
  getLocale: () => 'en',
}

/** Keys without a message are literal phrases. */
function phraseOf(key: string, otherwise: unknown): string {
  let found: unknown = messages
  for (const part of key.split('.')) found = isNode(found) ? found[part] : undefined
  if (typeof found === 'string') return found
  return typeof otherwise === 'string' ? otherwise : key
}

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
