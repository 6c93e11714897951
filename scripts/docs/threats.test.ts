import { expect, test } from 'vitest'
import { page } from './threats.ts'

const titles = new Map([
  ['one order is paid once', ['a.test.ts']],
  ['one order is paid twice', ['a.test.ts']],
  ['a flag is found', ['b.test.ts']],
  ['a flag is found late', ['b.test.ts']],
])

test('lists every test of a threat', () => {
  const text = page('F1\tPaid twice\tOne effect.\n\tone order is paid once | a flag is found\n', titles)
  expect(text).toContain(
    '### F1: Paid twice\n\nOne effect.\n\n- `a.test.ts` “one order is paid once”\n- `b.test.ts` “a flag is found”\n',
  )
})

test.each([
  ['F1\tPaid twice\tOne effect.\nF2\tA flag\t\n\ta flag is found\n', 'F1 has no test'],
  ['F1\tPaid twice\tOne effect.\n\tone order is free\n', 'F1: no test begins with “one order is free”'],
  ['F1\tPaid twice\tOne effect.\n\tone order\n', 'F1: several tests begin with “one order”'],
  ['F1\tPaid twice\tOPEN\n', 'F1 has no test'],
  ['F1\tPaid twice\t\n\ta flag is found\nF1\tA flag\t\n\ta flag is found\n', 'F1 is there twice'],
  ['F1 Paid twice\n', 'this is not a threat: F1 Paid twice'],
])('a threat without a test, or whose test or number is wrong, fails: %j', (text, problem) => {
  expect(() => page(text, titles)).toThrow(problem)
})
