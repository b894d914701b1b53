interface Holiday {
  readonly name: string
  readonly day: number
  readonly before: string | null
  readonly wasOff: boolean
}

export const isMakeup: (date: string) => boolean
export const holidaysOn: (date: string) => ReadonlyArray<Holiday>
export const special: (date: string) => Readonly<Record<string, unknown>>
export const unknownYear: (date: string) => Readonly<Record<string, unknown>>
export const isOrdinary: (date: string) => boolean
export const countHolidays: (dates: ReadonlyArray<string>) => ReadonlyArray<{ readonly name: string; readonly days: number }>
