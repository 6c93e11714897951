import type { ReactNode } from 'react'

/**
 * A message with arguments, in ICU MessageFormat: `{name}`, `{count, number}`, `{count, plural, one {# lab} other {# labs}}` and
 * `{kind, select, …}`. Texts without arguments are plain strings.
 */
export function message<const Source extends string>(source: Source): (values: TextValues<Source>) => string {
  return notCompiled(source)
}

/**
 * A message with elements: `<strong>…</strong>` and the other tags of `KnownTag` render as HTML, any other tag is a function argument that gets the
 * text between its tags.
 */
export function rich<const Source extends string>(source: Source): (values: RichValues<Source>) => ReactNode {
  return notCompiled(source)
}

/** Only the build reads the source of a message (vite.ts), so that browsers load no parser. */
function notCompiled(source: string): never {
  throw new Error(
    `The message “${source}” is not compiled: add the plugin of @flagyard/messages/vite to the Vite configuration.`,
  )
}

/** Tags that need no argument. */
export type KnownTag = 'strong' | 'em' | 'code' | 'kbd' | 'b' | 'i'

type TextValues<Source extends string> = Values<Placeholders<Source>, string | number>

type RichValues<Source extends string> = Values<Placeholders<Source>, ReactNode> & {
  [Tag in Exclude<Tags<Source>, KnownTag>]: (children: ReactNode) => ReactNode
}

type Values<Found extends [name: string, kind: string], Plain> = {
  [Name in Found[0]]: Kinds<Found, Name> extends 'plural' | 'number'
    ? number
    : Kinds<Found, Name> extends 'select'
      ? string
      : Plain
}

type Kinds<Found extends [string, string], Name> =
  Exclude<Extract<Found, [Name, string]>[1], 'plain'> extends infer Kind
    ? [Kind] extends [never]
      ? 'plain'
      : Kind
    : never

/**
 * Placeholders of a message as a union of name and kind. `Depth` has one entry for each open brace: `forms` between the forms of a plural or select,
 * where a brace opens the text of a form, and `text` inside of one.
 */
type Placeholders<
  Source extends string,
  Depth extends ('text' | 'forms')[] = ['text'],
  Found extends [string, string] = never,
> =
  NextBrace<Source> extends [infer Brace, infer Rest extends string]
    ? Brace extends '}'
      ? Depth extends [unknown, ...infer Outer extends ('text' | 'forms')[]]
        ? Placeholders<Rest, Outer, Found>
        : Found
      : Depth[0] extends 'forms'
        ? Placeholders<Rest, ['text', ...Depth], Found>
        : Rest extends `${infer Head}}${infer After}`
          ? Head extends `${infer Name},${infer Kind},${string}`
            ? Rest extends `${Name},${Kind},${infer Forms}`
              ? Placeholders<Forms, ['forms', ...Depth], Found | [Name, Trim<Kind>]>
              : never
            : Head extends `${infer Name},${infer Kind}`
              ? Placeholders<After, Depth, Found | [Name, Trim<Kind>]>
              : Placeholders<After, Depth, Found | [Head, 'plain']>
          : never
    : Found

/** The first brace of a text, and the text after it; null if it has none. */
type NextBrace<Source extends string> = Source extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${infer Rest}`
    ? ['}', `${Rest}{${After}`]
    : ['{', After]
  : Source extends `${string}}${infer After}`
    ? ['}', After]
    : null

type Tags<Source extends string> = Source extends `${string}<${infer Tag}>${infer Rest}`
  ? (Tag extends `/${string}` ? never : Tag) | Tags<Rest>
  : never

type Trim<Text extends string> = Text extends ` ${infer Rest}`
  ? Trim<Rest>
  : Text extends `${infer Rest} `
    ? Trim<Rest>
    : Text
