/**
 * Statements that set a database's clock ahead for the connections that are opened from now on: they define a `clock_timestamp`
 * that is found before the server's own.
 */
export const settingClock = (aheadMillis: number): ReadonlyArray<string> => [
  `CREATE OR REPLACE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
     $$ SELECT pg_catalog.clock_timestamp() + ${aheadMillis} * interval '1 millisecond' $$`,
  "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$"
]
