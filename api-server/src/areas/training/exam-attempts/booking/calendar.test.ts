import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { NAMES } from '../../../../../test/fixtures/documents.ts'
import { calendarFile } from './calendar.ts'

const fileOf = (title: string) =>
  calendarFile({
    id: '00000000-0000-4000-8000-000000000001',
    calendar_sequence: 0,
    at: new Date('2026-12-01T09:00:00Z'),
    seconds: 3600,
    title,
    url: 'https://flagyard.example/exams/one',
    isCancelled: false,
  })

test.each(Object.entries(NAMES))(
  'a title in %s reads as it was written, from lines of at most 75 octets that cut no letter',
  (_, name) => {
    const strict = new TextDecoder('utf-8', { fatal: true })
    for (let shift = 0; shift < 4; shift++) {
      const title = `${'x'.repeat(shift)}${`${name}, ${name}; `.repeat(5)}\\ "${name}"\n👩‍💻 ${name}`
      const file = Buffer.from(fileOf(title))
      const lines = file.toString('latin1').split('\r\n')
      for (const line of lines) {
        expect(line.length).toBeLessThanOrEqual(75)
        expect(() => strict.decode(Buffer.from(line, 'latin1'))).not.toThrow()
      }
      const event = new ICAL.Component(ICAL.parse(file.toString())).getFirstSubcomponent('vevent')
      expect(event?.getFirstPropertyValue('summary')).toBe(`Exam: ${title}`)
      expect(event?.getFirstSubcomponent('valarm')?.getFirstPropertyValue('description')).toBe(`Check in: ${title}`)
    }
  },
)
