import { expect, test } from 'vitest'
import { NAMES } from '../../test/fixtures/documents.ts'
import { renderMail } from './message.ts'
import { greeting } from './outbox.ts'

test.each(Object.entries(NAMES))(
  'a mail contains a name in %s completely, isolated from the sentence',
  async (script, name) => {
    const hello = greeting({ full_name: name })
    const mail = await renderMail({ subject: 'Hello', preview: 'Hello', heading: 'Hello', paragraphs: [hello] })
    const shown = /Arabic|Hebrew/.test(script) ? `Hello \u2068${name}\u2069,` : `Hello ${name},`
    expect(mail.text).toContain(shown)
    expect(mail.html).toContain(shown)
  },
)
