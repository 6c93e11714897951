import { type ComponentProps, forwardRef } from 'react'
import type { RaThemeOptions } from 'react-admin'

const PHONE = '@media (max-width: 899px)'
const WIDE = '@media (min-width: 900px)'
export const BAR_HEIGHT = 56

/** A linked row is covered by one stretched link. Other controls in the row are above the link. */
const row = {
  position: 'relative',
  // In browsers where a table row cannot be a containing block, the link would otherwise stretch over the whole table.
  clipPath: 'inset(0)',
  '&:has(.record-link):hover': { background: 'var(--sunken)' },
  '& .record-link': { color: 'var(--ink)', fontWeight: 560, textDecoration: 'none' },
  '& .record-link::after': { content: '""', position: 'absolute', inset: 0 },
  '& .record-link:focus-visible': { outline: 'none', boxShadow: 'none' },
  '& .record-link:focus-visible::after': { outline: '2px solid var(--accent)', outlineOffset: -2 },
  '&:focus': { outline: '2px solid var(--accent)', outlineOffset: -2 },
  '& :is(button, summary, label, .MuiCheckbox-root), & a:not(.record-link)': { position: 'relative', zIndex: 1 },
} as const

const filterItem = {
  '& .MuiListItemButton-root': {
    minHeight: 32,
    padding: '0 var(--s2)',
    borderRadius: 'var(--radius-s)',
    color: 'var(--ink-2)',
    [PHONE]: { minHeight: 44 },
    '&:hover': { background: 'var(--sunken)', color: 'var(--ink)' },
    '&.Mui-selected, &.Mui-selected:hover': { background: 'var(--accent-soft)', color: 'var(--ink)', fontWeight: 600 },
  },
  '& .MuiListItemText-primary': { fontSize: 'var(--t-s)', fontWeight: 'inherit' },
} as const

const unknownToThePage = new Set([
  'InputProps',
  'InputLabelProps',
  'inputProps',
  'inputRef',
  'disableInvalidFormNotification',
  'formRootPathname',
])

/** MUI's types do not have `as`. */
const asLabel: object = { as: plain('label') }

export const components: NonNullable<RaThemeOptions['components']> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&.Mui-focusVisible': { boxShadow: 'var(--ring)' } } },
  },
  MuiButton: {
    defaultProps: { variant: 'outlined', color: 'inherit' },
    styleOverrides: {
      root: {
        minHeight: 36,
        borderRadius: 'var(--radius)',
        whiteSpace: 'nowrap',
        [PHONE]: { minHeight: 44 },
        '&.learner': {
          color: 'var(--ink-2)',
          minWidth: 44,
          gap: 6,
          [PHONE]: { padding: 0, span: { display: 'none' } },
        },
      },
      outlined: {
        borderColor: 'var(--line-strong)',
        background: 'var(--surface)',
        '&:hover': { background: 'var(--sunken)' },
      },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: { minWidth: 36, minHeight: 36, color: 'var(--ink-2)', [PHONE]: { minWidth: 44, minHeight: 44 } },
    },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none', border: '1px solid var(--line)' } },
  },
  MuiCheckbox: { defaultProps: { component: plain('span'), slotProps: { input: nameOfBox } } },
  MuiSwitch: { defaultProps: { component: plain('span') } },
  MuiStack: { defaultProps: { component: plain('div') } },
  MuiFormControlLabel: { defaultProps: { ...asLabel } },
  MuiTableSortLabel: { styleOverrides: { root: { '&.Mui-active': { color: 'var(--ink)' } } } },
  MuiTextField: { defaultProps: { variant: 'outlined', size: 'small' } },
  MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', component: plain('div') } },
  // Focus is shown by the border only: a ring around the text would overlap the label.
  MuiInputBase: {
    // Aligns text of any script to the correct side.
    defaultProps: { slotProps: { input: { dir: 'auto' } } },
    styleOverrides: { input: { '&:focus-visible': { boxShadow: 'none' } } },
  },
  MuiFormLabel: { styleOverrides: { root: { '&.Mui-focused:not(.Mui-error)': { color: 'var(--info)' } } } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: {
        minHeight: 44,
        background: 'var(--surface)',
        '&.Mui-focused:not(.Mui-error) .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--info)' },
      },
      notchedOutline: { borderColor: 'var(--line-strong)' },
    },
  },
  MuiListItemText: { defaultProps: { slotProps: { primary: { component: 'div' }, secondary: { component: 'div' } } } },
  MuiMenuItem: { styleOverrides: { root: { minHeight: 44, fontSize: 'var(--t-s)' } } },
  MuiTablePagination: { styleOverrides: { root: { border: 0, color: 'var(--ink-2)' } } },
  RaLayout: {
    styleOverrides: {
      root: {
        minWidth: 0,
        '& .RaLayout-appFrame': { marginTop: BAR_HEIGHT, [PHONE]: { marginTop: BAR_HEIGHT } },
        '& .RaLayout-content': {
          minWidth: 0,
          padding: 'var(--s4) var(--s5) var(--s7)',
          [PHONE]: { padding: 'var(--s4) var(--s4) var(--s7)' },
        },
      },
    },
  },
  RaAppBar: {
    styleOverrides: {
      root: {
        border: 0,
        borderBottom: '1px solid var(--line)',
        borderRadius: 0,
        background: 'var(--sunken)',
        color: 'var(--ink)',
        '& .RaAppBar-toolbar': { minHeight: BAR_HEIGHT, gap: 'var(--s2)', [PHONE]: { minHeight: BAR_HEIGHT } },
        '& .brand': {
          display: 'flex',
          alignItems: 'center',
          minHeight: 44,
          marginRight: 'auto',
          color: 'inherit',
          textDecoration: 'none',
        },
      },
    },
  },
  RaSidebar: {
    styleOverrides: {
      root: {
        height: `calc(100dvh - ${BAR_HEIGHT}px)`,
        '& .RaSidebar-fixed': {
          height: `calc(100dvh - ${BAR_HEIGHT}px)`,
          background: 'var(--sunken)',
          borderRight: '1px solid var(--line)',
        },
        '& .MuiPaper-root': { border: 0, borderRadius: 0, [PHONE]: { background: 'var(--sunken)' } },
      },
    },
  },
  RaMenu: {
    styleOverrides: {
      root: {
        padding: 'var(--s2)',
        '& .menu-group': {
          minHeight: 12,
          margin: 0,
          padding: 'var(--s3) var(--s3) var(--s1)',
          fontSize: 'var(--t-xs)',
          fontWeight: 600,
          color: 'var(--ink-3)',
        },
      },
    },
  },
  RaMenuItemLink: {
    styleOverrides: {
      root: {
        padding: '0 var(--s2)',
        borderLeft: '3px solid transparent',
        borderRadius: 'var(--radius-s)',
        color: 'var(--ink-2)',
        [WIDE]: { minHeight: 34 },
        '&:hover': { background: 'var(--surface)', color: 'var(--ink)' },
        '&.RaMenuItemLink-active': {
          background: 'var(--surface)',
          borderLeftColor: 'var(--accent)',
          color: 'var(--ink)',
          fontWeight: 620,
        },
        '& .RaMenuItemLink-icon': { minWidth: 32, color: 'inherit' },
      },
    },
  },
  RaDataTable: {
    styleOverrides: {
      root: {
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        '& .RaDataTable-tableWrapper': { minHeight: 0, overflow: 'auto' },
        '& .MuiTableCell-root': {
          height: 44,
          padding: '6px 10px',
          borderBottom: '1px solid var(--line)',
          fontSize: 'var(--t-s)',
          whiteSpace: 'nowrap',
        },
        '& .MuiTableCell-sizeSmall': { height: 32, padding: '2px 10px' },
        '& .MuiTableCell-paddingCheckbox': { padding: '0 0 0 6px' },
        '& .MuiTableCell-sizeSmall .MuiCheckbox-root': { padding: 4 },
        '& tr:last-child > td': { borderBottom: 0 },
        '& .RaDataTable-headerCell': {
          height: 44,
          background: 'var(--surface)',
          fontSize: 'var(--t-xs)',
          fontWeight: 600,
          color: 'var(--ink-3)',
          boxShadow: 'inset 0 -1px var(--line)',
        },
        // Names and addresses: on one line where there is room, with a maximum width so that they do not push out other columns.
        '& .long': { minWidth: 112, maxWidth: 260, whiteSpace: 'normal', overflowWrap: 'anywhere' },
        '& .mail': { minWidth: 140 },
        '& .wraps': { minWidth: 150, whiteSpace: 'normal', overflowWrap: 'anywhere' },
        '& .mono': { overflowWrap: 'normal' },
        // A 12-digit AWS account ID stays on one line, an Azure subscription ID wraps to two.
        '& .long .mono': { display: 'inline-block', minWidth: '18.5ch', overflowWrap: 'anywhere' },
        // The header row has the same class. The clip path would hide it once it is sticky.
        '& .RaDataTable-row:not(.RaDataTable-headerRow)': row,
      },
    },
  },
  RaSimpleList: {
    styleOverrides: {
      root: {
        padding: 0,
        '& > li': {
          ...row,
          alignItems: 'start',
          padding: 'var(--s3) var(--s4)',
          borderBottom: '1px solid var(--line)',
          '&:last-child': { borderBottom: 0 },
        },
        '& .MuiListItemIcon-root': { minWidth: 44, margin: '-8px 0 0 -12px' },
        '& .MuiListItemText-root': { margin: 0, minWidth: 0 },
        '& .MuiListItemText-primary > div': {
          display: 'flex',
          flexWrap: 'wrap',
          gap: '2px var(--s2)',
          alignItems: 'center',
          justifyContent: 'space-between',
          fontWeight: 560,
          overflowWrap: 'anywhere',
        },
        '& .MuiListItemText-secondary': { fontSize: 'var(--t-s)', overflowWrap: 'anywhere' },
        '& .row-actions:not(:empty)': { marginTop: 'var(--s2)' },
        '& .RaSimpleList-tertiary': { float: 'none', opacity: 1 },
      },
    },
  },
  RaBulkActionsToolbar: {
    styleOverrides: {
      root: {
        '& .RaBulkActionsToolbar-toolbar': {
          // Overlays the table head, so that a selection does not move the rows.
          height: 44,
          minHeight: '44px !important',
          padding: '0 var(--s3)',
          gap: 'var(--s2)',
          transform: 'none',
          transition: 'none',
          borderBottom: '1px solid var(--line)',
          background: 'var(--info-soft)',
          color: 'var(--ink)',
          overflowX: 'auto',
          [PHONE]: { position: 'sticky', height: 'auto', flexWrap: 'wrap', padding: 'var(--s2) var(--s3)' },
        },
        '& .RaBulkActionsToolbar-collapsed': { visibility: 'hidden', [PHONE]: { display: 'none' } },
        '& .RaBulkActionsToolbar-title p': { fontSize: 'var(--t-s)', fontWeight: 600, whiteSpace: 'nowrap' },
        '& .RaBulkActionsToolbar-topToolbar': {
          padding: 0,
          minHeight: 0,
          alignItems: 'center',
          [PHONE]: { flexWrap: 'wrap' },
        },
        '& .MuiButton-root': { minHeight: 32, [PHONE]: { minHeight: 44 } },
      },
    },
  },
  RaSimpleShowLayout: {
    styleOverrides: {
      root: {
        padding: 0,
        '& .RaSimpleShowLayout-stack > :not(style)': { margin: 0 },
        '& .RaSimpleShowLayout-stack': { display: 'grid', gap: 'var(--s2)' },
        '& .RaSimpleShowLayout-row': {
          display: 'grid',
          gridTemplateColumns: 'minmax(110px, 34%) minmax(0, 1fr)',
          gap: 'var(--s3)',
          margin: 0,
          fontSize: 'var(--t-s)',
        },
        // The row is in the selector because react-admin's rule has the specificity of one class and may come later.
        '& .RaSimpleShowLayout-row .RaLabeled-label': { margin: 0, fontSize: 'var(--t-s)' },
        '& .MuiTypography-root': { overflowWrap: 'anywhere' },
      },
    },
  },
  RaTabbedShowLayout: {
    styleOverrides: {
      root: {
        '& .MuiDivider-root': { display: 'none' },
        '& .MuiTabs-root': { minHeight: 44, borderBottom: '1px solid var(--line)' },
        '& .MuiTabs-indicator': { height: 3 },
        '& .MuiTab-root': {
          minWidth: 0,
          minHeight: 44,
          padding: '0 var(--s3)',
          color: 'var(--ink-2)',
          fontWeight: 400,
          '&.Mui-selected': { color: 'var(--ink)', fontWeight: 620 },
          '&:hover': { background: 'var(--sunken)', color: 'var(--ink)' },
          '&.Mui-focusVisible': { boxShadow: 'inset 0 0 0 2px var(--info)' },
        },
        '& .RaTabbedShowLayout-content': { padding: 'var(--s5) 0 0' },
        '& .RaTabbedShowLayout-content > .MuiStack-root > *': { display: 'block' },
      },
    },
  },
  RaFilterListItem: {
    // The secondary button has no accessible name, and clicking the item does the same.
    defaultProps: { secondaryAction: null },
    styleOverrides: { root: filterItem },
  },
  RaSavedQueryFilterListItem: {
    styleOverrides: { root: { ...filterItem, '& .MuiListItemSecondaryAction-root': { display: 'none' } } },
  },
  RaNotification: {
    styleOverrides: {
      root: {
        // Below the app bar, as in the learner app, so that the account menu stays reachable.
        top: `${BAR_HEIGHT + 8}px !important`,
        '& .MuiSnackbarContent-root': {
          border: '1px solid var(--line)',
          borderLeft: '4px solid var(--info)',
          borderRadius: 'var(--radius)',
          background: 'var(--surface)',
          color: 'var(--ink)',
          boxShadow: 'var(--shadow)',
        },
        '& .RaNotification-success': { borderLeftColor: 'var(--good)' },
        '& .RaNotification-warning': { borderLeftColor: 'var(--warn)' },
        '& .RaNotification-error': { borderLeftColor: 'var(--signal)' },
      },
    },
  },
}

/** react-admin labels the wrapper of a row's checkbox. This moves the label to the checkbox itself, so that screen readers announce it. */
function nameOfBox(props: object) {
  const name = 'aria-label' in props && typeof props['aria-label'] === 'string' ? props['aria-label'] : undefined
  return name === undefined ? {} : { 'aria-label': name }
}

/** Drops deprecated MUI props and form props that react-admin passes down. MUI 9 would write them to the DOM, which makes React warn. */
function plain<Tag extends 'div' | 'span' | 'label'>(Tag: Tag) {
  return forwardRef<HTMLDivElement, ComponentProps<'div'> & Record<string, unknown>>(function Plain(props, ref) {
    const Element = Tag as 'div'
    const known = Object.entries(props).filter(([name]) => !unknownToThePage.has(name))
    return <Element {...Object.fromEntries(known)} ref={ref} />
  })
}
