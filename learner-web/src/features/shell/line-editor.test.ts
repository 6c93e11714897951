import { expect, test } from 'vitest'
import { isOpen, LineEditor } from './line-editor.ts'

function typed(editor: LineEditor, ...keys: string[]) {
  let last = editor.press('')
  for (const key of keys) last = editor.press(key)
  return last
}
const LEFT = '\u001b[D'
const UP = '\u001b[A'
const DOWN = '\u001b[B'

test('letters are inserted at the cursor, and keys move it as in every shell', () => {
  const editor = new LineEditor([])
  typed(editor, 'aws', ' ', 'iam', LEFT, LEFT, LEFT, 's3 ')
  expect(editor.text).toBe('aws s3 iam')
  typed(editor, '\u0001', 'echo ', '\u0005', '!')
  expect(editor.text).toBe('echo aws s3 iam!')
  typed(editor, '\u0017', '\u007f')
  expect(editor.text).toBe('echo aws s3')
  typed(editor, '\u0015')
  expect(editor).toMatchObject({ text: '', cursor: 0 })
  typed(editor, '\u007f', LEFT)
  expect(editor).toMatchObject({ text: '', cursor: 0 })
})

test('a sign of two halves is taken out whole', () => {
  const editor = new LineEditor([])
  typed(editor, 'a😀', '\u007f')
  expect(editor.text).toBe('a')
})

test('earlier lines come back, and so does the one that was begun', () => {
  const editor = new LineEditor(['one', 'two'])
  typed(editor, 'thr', UP, UP, UP)
  expect(editor.text).toBe('one')
  typed(editor, DOWN, DOWN, DOWN)
  expect(editor.text).toBe('thr')
})

test('a command goes on in the next line while a quote is open', () => {
  const editor = new LineEditor([])
  expect(typed(editor, "echo '{", '\r')).toEqual({ kind: 'continued' })
  expect(typed(editor, '"a": 1', '\r')).toEqual({ kind: 'continued' })
  expect(typed(editor, "}' > x.json", '\r')).toEqual({ kind: 'entered', line: `echo '{\n"a": 1\n}' > x.json` })
})

test.each([
  ['echo it\\', true],
  ['echo "a', true],
  [`echo "it's"`, false],
  ["echo 'a\\'", false],
  ['cat <<EOF > x', true],
  ['cat <<EOF > x\na\nEOF', false],
  ["cat <<'EOF'\na", true],
  ['cat < x', false],
])('%j is open: %s', (text, open) => expect(isOpen(text)).toBe(open))

test('one completion is put in with a space, several as far as they agree', () => {
  const editor = new LineEditor([])
  typed(editor, 'aws s')
  expect(editor.complete(4, ['s3', 's3api', 'ssm'])).toBe(false)
  typed(editor, '3a')
  expect(editor.complete(4, ['s3api'])).toBe(true)
  expect(editor.text).toBe('aws s3api ')
  typed(editor, 'l')
  expect(editor.complete(10, ['list-buckets', 'list-objects'])).toBe(true)
  expect(editor.text).toBe('aws s3api list-')
  expect(editor.complete(10, [])).toBe(false)
})

test('control signs of a pasted text are left out', () => {
  const editor = new LineEditor([])
  editor.insert('a\u0000b\u001b[31mc\td')
  expect(editor.text).toBe('ab[31mc  d')
})
