import { expect, test } from 'vitest'
import { attachment } from './files.ts'

test.each([
  ['lab.zip', 'attachment; filename="lab.zip"'],
  ['a b (1).pdf', 'attachment; filename="a b (1).pdf"'],
  [
    'Übung für “Straße”.pdf',
    `attachment; filename="Ubung fur _Stra_e_.pdf"; filename*=UTF-8''%C3%9Cbung%20f%C3%BCr%20%E2%80%9CStra%C3%9Fe%E2%80%9D.pdf`,
  ],
  [
    'a"; filename="evil.exe',
    `attachment; filename="a_; filename=_evil.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22evil.exe`,
  ],
  ['a\r\nset-cookie: x=1', 'attachment; filename="aset-cookie: x=1"'],
  ['../../etc/passwd', 'attachment; filename="_.._etc_passwd"'],
  ['..\\..\\boot.ini', 'attachment; filename="_.._boot.ini"'],
  ['exe.\u202Efdp.js', 'attachment; filename="exe.fdp.js"'],
  ["it's 100%.txt", `attachment; filename="it's 100_.txt"; filename*=UTF-8''it%27s%20100%25.txt`],
  ['\uD800.txt', `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
  ['\u2028\u0000..', 'attachment; filename="download"'],
])('a file called %j is saved under a name that is safe everywhere', (name, header) => {
  expect(attachment(name)).toBe(header)
  expect(() => new Headers({ 'content-disposition': attachment(name) })).not.toThrow()
})
