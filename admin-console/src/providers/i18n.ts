import englishMessages from 'ra-language-english'
import type { I18nProvider } from 'react-admin'

const { ra } = englishMessages

/** Overrides of react-admin's messages, in the style of the console. */
const messages = {
  ra: {
    ...ra,
    action: {
      ...ra.action,
      clear_input_value: 'Clear this field',
      close_menu: 'Fold the menu',
      open_menu: 'Open the menu',
      select_row: 'Select this row',
      toggle_theme: 'Switch between light and dark',
      unselect: 'Clear the selection',
      update_application: 'Load the new version',
    },
    auth: { ...ra.auth, logout: 'Sign out', user_menu: 'Your account' },
    message: {
      ...ra.message,
      invalid_form: 'Please look again at the marked fields.',
      unsaved_changes:
        'What you typed is not saved yet. Leave without saving? We keep it in this browser until you are back.',
    },
    navigation: { ...ra.navigation, page_rows_per_page: 'Rows on a page', skip_nav: 'Skip to the content' },
    notification: { ...ra.notification, application_update_available: 'There is a new version of the console.' },
    saved_queries: {
      ...ra.saved_queries,
      label: 'Saved filters',
      help: 'Filter the list, then save the filters here.',
      new_label: 'Save these filters',
      new_dialog_title: 'Save these filters',
      query_name: 'Name',
      remove_label: 'Forget these filters',
      remove_dialog_title: 'Forget these filters?',
      remove_message: 'They are taken off this list of saved filters. No row is changed.',
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
