import { expect, test } from 'vitest'
import { i18nProvider } from './i18n.ts'

const { translate } = i18nProvider

test.each([
  ['a name', translate('ra.action.close_menu'), 'Collapse menu'],
  ['one of several', translate('ra.action.bulk_actions', { smart_count: 1 }), '1 item selected'],
  ['several', translate('ra.action.bulk_actions', { smart_count: 3 }), '3 items selected'],
  ['what is named by no message', translate('Your account was saved.'), 'Your account was saved.'],
  ['a message that is missing, with words for that', translate('resources.users.name', { _: 'Accounts' }), 'Accounts'],
])('says %s', (_, said, expected) => expect(said).toBe(expected))
