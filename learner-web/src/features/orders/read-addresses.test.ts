import { expect, test } from 'vitest'
import { readAddresses } from './read-addresses.ts'

const emailsOf = (text: string) => readAddresses(text).map(({ email }) => email)

test.each([
  ['a@x.example\nb@x.example', 'one a line'],
  ['a@x.example, b@x.example', 'with commas'],
  ['a@x.example;b@x.example;', 'with semicolons'],
  ['Ann Lee <a@x.example>, "Bo" <b@x.example>', 'with names, from a mail program'],
  ['name,email\r\nAnn,a@x.example\r\nBo,b@x.example\r\n', 'as CSV with a heading'],
  ['\uFEFF"E-mail";"Name"\n"a@x.example";"Ann"\n"b@x.example";"Bo"', 'as Excel saves it'],
])('addresses are read from %j', (text) => {
  expect(emailsOf(text)).toEqual(['a@x.example', 'b@x.example'])
  expect(readAddresses(text).every(({ error }) => error === null)).toBe(true)
})

test('an invalid or repeated address is reported with its line', () => {
  expect(readAddresses('a@x.example\nnobody\n\nb@x\nA@x.example')).toEqual([
    { line: 1, email: 'a@x.example', error: null },
    { line: 2, email: 'nobody', error: 'There is no e-mail address in it' },
    { line: 4, email: 'b@x', error: 'This is not an e-mail address' },
    { line: 5, email: 'A@x.example', error: 'Line 1 already has this address' },
  ])
})

test.each([
  ["o'neil@x.example, d'angelo@x.example", 'apostrophes'],
  ["Neil <o'neil@x.example>, 'd'angelo@x.example'", 'apostrophes next to quotation marks'],
  ["name;email;manager\nNeil;o'neil@x.example;boss@x.example\nAnna;d'angelo@x.example;boss@x.example", 'a manager'],
  ["E-Mail-Adresse\tNotiz\no'neil@x.example\ta@b.example\n\t\nd'angelo@x.example\t", 'tabs and an empty row'],
  ['note,EMAIL\n"M\nller",o\'neil@x.example\n"Anna @home, boss@x.example",d\'angelo@x.example', 'breaks in a cell'],
  ['"Anna @home" <o\'neil@x.example>\nd\'angelo@x.example', 'a name with an at sign'],
])('each address is read whole, and only from its column: %j', (text) => {
  expect(emailsOf(text)).toEqual(["o'neil@x.example", "d'angelo@x.example"])
  expect(readAddresses(text).every(({ error }) => error === null)).toBe(true)
})

test('the line of a row is where it begins in the file, also after a cell of several lines', () => {
  expect(readAddresses('name,email\n"two\nlines",a@x.example\nBo,\n').map(({ line }) => line)).toEqual([2, 4])
})

test('nothing is read from nothing', () => {
  expect(readAddresses(' \n\n')).toEqual([])
})
