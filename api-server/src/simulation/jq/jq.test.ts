import { expect, test } from 'vitest'
import { Budget } from '../budget.ts'
import { defaultLimits } from '../world.ts'
import { parseJq } from './parse.ts'
import { Interpreter } from './run.ts'

const run = (filter: string, input: unknown) => [
  ...new Interpreter(new Budget(defaultLimits)).run(parseJq(filter), input, { $x: 7 }),
]

test.each<[string, unknown, unknown[]]>([
  ['.', 1, [1]],
  ['.a.b', { a: { b: 2 } }, [2]],
  ['.a["b c"], ."b"?', { a: { 'b c': 1 } }, [1, null]],
  ['.[0], .[-1], .[1:3]', [1, 2, 3, 4], [1, 4, [2, 3]]],
  ['.[] | select(. > 1)', [1, 2, 3], [2, 3]],
  ['map(.n) | add', [{ n: 1 }, { n: 2 }], [3]],
  ['[.[] | {name, n: (.v + 1)}]', [{ name: 'a', v: 1 }], [[{ name: 'a', n: 2 }]]],
  ['"\\(.a)-\\(.b | length)"', { a: 'x', b: [1, 2] }, ['x-2']],
  ['@base64, (@base64 | @base64d)', 'hi', ['aGk=', 'hi']],
  ['.[] as $v | $v * $x', [1, 2], [7, 14]],
  ['reduce .[] as $v (0; . + $v)', [1, 2, 3], [6]],
  ['if . > 2 then "big" elif . == 2 then "two" else "small" end', 2, ['two']],
  ['.a // "none"', {}, ['none']],
  ['[..] | length', { a: [1] }, [3]],
  ['to_entries | map("\\(.key)=\\(.value)") | join(",")', { a: 1, b: 2 }, ['a=1,b=2']],
  ['with_entries(select(.value > 1))', { a: 1, b: 2 }, [{ b: 2 }]],
  ['group_by(.k) | map(length)', [{ k: 1 }, { k: 2 }, { k: 1 }], [[2, 1]]],
  ['any(.[]; . == 2) and (all(.[]; . > 5) | not)', [1, 2], [true]],
  ['test("^a+$"), sub("a"; "b")', 'aaa', [true, 'baa']],
  ['[.[] | tostring | ascii_upcase]', ['a', 1], [['A', '1']]],
  ['.a |= . + 1 | .b = 3 | del(.c)', { a: 1, c: 2 }, [{ a: 2, b: 3 }]],
  ['[limit(3; range(100))]', null, [[0, 1, 2]]],
  ['try error("x") catch .', null, ['x']],
  ['[.[] | (.a? // "no")]', [{ a: 1 }, 5], [[1, 'no']]],
  ['sort_by(.n) | first.n, (max_by(.n) | .n)', [{ n: 3 }, { n: 1 }], [1, 3]],
  ['.a - .b, (.s | split(","))', { a: [1, 2], b: [2], s: 'x,y' }, [[1], ['x', 'y']]],
  ['{a: 1} + {b: 2} | keys', null, [['a', 'b']]],
  ['has("a"), has("b")', { a: 1 }, [true, false]],
  [
    'unique, flatten, (map(type))',
    [2, 1, 2, [3]],
    [
      [1, 2, [3]],
      [2, 1, 2, 3],
      ['number', 'number', 'number', 'array'],
    ],
  ],
])('%s', (filter, input, output) => {
  expect(run(filter, input)).toEqual(output)
})

test.each([
  ['.[', 'syntax error'],
  ['.a.b.c | .[] | nothing', 'Cannot iterate over null'],
  ['.n[0]', 'Cannot index number with number'],
  ['def f: .; f', '“def” is not in this simulation'],
  ['$y', '$y is not defined'],
  ['"a', 'is not closed'],
])('%s is refused with a reason', (filter, reason) => {
  expect(() => run(filter, { n: 1 })).toThrow(reason)
})
