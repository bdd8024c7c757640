/// The tables and small functions of a pyramid, with marks where they differ. They are kept by servers, where people
/// read them.
enum PostgreSQLPyramidTemplates {
  /// The pyramid itself. What is asked of it lies side by side in the order of its key.
  static let pyramid = #"""
    CREATE TABLE <PYRAMID> (
      series text COLLATE "C" NOT NULL, width double precision NOT NULL, bucket bigint NOT NULL,
      rows bigint NOT NULL, missing bigint NOT NULL, start_x double precision NOT NULL,
      first_x double precision, first_y double precision, low_x double precision, low_y double precision,
      high_x double precision, high_y double precision, last_x double precision, last_y double precision,
      PRIMARY KEY (series, width, bucket))
    WITH (autovacuum_vacuum_scale_factor = 0.02)
    """#

  /// By which the lines that there are come at once.
  static let top = #"""
    CREATE INDEX <TOP_INDEX> ON <PYRAMID> (series) WHERE width = <TOP_WIDTH>::float8
    """#

  /// What changed in the table and is not in the pyramid yet: from which position to which one; nothing for everything.
  static let changed = #"""
    CREATE TABLE <CHANGED> (series text, low <X_TYPE>, high <X_TYPE>)
    WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)
    """#

  /// Without triggers: how far the rows of each line went when last looked at, and of which table they were.
  static let seen = #"""
    CREATE TABLE <SEEN> (series text COLLATE "C" PRIMARY KEY, x <X_TYPE> NOT NULL, counter bigint, base oid)
    """#

  /// Lets those read the pyramid who may read the table.
  static let grants = #"""
    DECLARE
      reader oid;
    BEGIN
      -- Who may read the table may read these, too.
      FOR reader IN SELECT DISTINCT a.grantee FROM pg_class AS c, LATERAL aclexplode(c.relacl) AS a
                    WHERE c.oid = <BASE_TEXT>::regclass AND a.privilege_type = 'SELECT' AND a.grantee <> (SELECT r.oid FROM pg_roles AS r WHERE r.rolname = current_user)
      LOOP
        EXECUTE 'GRANT SELECT ON ' || <TABLES> || ' TO ' || CASE WHEN reader = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(reader)) END;
      END LOOP;
    END
    """#

  /// What triggers call.
  static let noteHead = #"""
    CREATE FUNCTION <NOTE>() RETURNS trigger LANGUAGE plpgsql
      SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
    """#

  static let noteBody = #"""
    -- Notes from which x to which a statement changed rows. Rows that lie far apart (64 buckets of the finest width) get notes of their own.
    BEGIN
      IF TG_OP = 'TRUNCATE' THEN
        INSERT INTO <CHANGED> (series, low, high) VALUES (NULL, NULL, NULL);  -- everything
        RETURN NULL;
      END IF;
      IF TG_OP IN ('INSERT', 'UPDATE') THEN
        INSERT INTO <CHANGED> (series, low, high)
        SELECT <TBY>, min(<TX>), max(<TX>) FROM new_rows AS t WHERE <COUNTS>
        GROUP BY <TBY>, floor(<ROUGH> / <COARSE>::float8);
      END IF;
      IF TG_OP IN ('DELETE', 'UPDATE') THEN
        INSERT INTO <CHANGED> (series, low, high)
        SELECT <TBY>, min(<TX>), max(<TX>) FROM old_rows AS t WHERE <COUNTS>
        GROUP BY <TBY>, floor(<ROUGH> / <COARSE>::float8);
      END IF;
      RETURN NULL;
    END
    """#

  /// What functions know besides where positions are moments.
  static let momentConstants = #"""

      step CONSTANT interval := <FINEST> * INTERVAL '1 millisecond';  -- the same
      -- Where date_bin counts from: 1970 less 2^47 milliseconds, a whole number of buckets of each width. (Releases before
      -- 2024 put a moment that is before the origin and exactly at the start of a bucket into the one before.)
      origin CONSTANT <X_TYPE> := <EPOCH> - 140737488355328 * INTERVAL '1 millisecond';
    """#

  /// Without triggers: finds what changed.
  static let lookHead = #"""
    CREATE FUNCTION <LOOKING>(everything boolean DEFAULT false) RETURNS bigint LANGUAGE plpgsql
      SET search_path = pg_catalog, pg_temp SET jit = off SET plan_cache_mode = force_custom_plan AS
    """#

  static let lookBody = #"""
    #variable_conflict use_variable
    -- For a table without triggers: finds out what changed, then refreshes.
    -- Rows at the end of each series are found by x, late and deleted ones by counting. Values that were changed in place are NOT found:
    -- call it with true from time to time, which computes everything anew.
    DECLARE
      finest CONSTANT float8 := <FINEST>;  -- the finest width<MOMENT_CONSTANTS>
      counted bigint;           -- the counters of the table, before it is read
      done bigint;
    BEGIN
      IF NOT pg_try_advisory_xact_lock(hashtextextended(<KEY>, 0)) THEN
        RETURN -1;
      END IF;
      counted := <COUNTER>;
      IF everything OR NOT EXISTS (SELECT FROM <SEEN>) THEN
        INSERT INTO <CHANGED> (series, low, high) VALUES (NULL, NULL, NULL);
        DELETE FROM <SEEN>;
        INSERT INTO <SEEN> (series, x) SELECT <TBY>, max(<TX>) FROM <BASE> AS t WHERE <COUNTS> GROUP BY <TBY>;
      ELSE
        WITH e AS MATERIALIZED (
          SELECT s.series, n.low, n.high
          FROM <SEEN> AS s, LATERAL (SELECT min(<TX>) AS low, max(<TX>) AS high FROM <BASE> AS t WHERE <BY_IS_SERIES><TX> >= s.x AND <COUNTS>) AS n
          WHERE n.high > s.x),
        noted AS (INSERT INTO <CHANGED> (series, low, high) SELECT e.series, e.low, e.high FROM e)
        UPDATE <SEEN> AS s SET x = e.high FROM e WHERE s.series = e.series;
      END IF;
      done := <REFRESHING>();

      -- Late rows, deleted rows, new series: where the rows of a bucket are not as many as the pyramid says
      IF (SELECT count(*) FROM <BASE> AS t WHERE <COUNTS>) IS DISTINCT FROM
         (SELECT coalesce(sum(p.rows), 0) FROM <PYRAMID> AS p WHERE p.width = <TOP_WIDTH>::float8) THEN
        INSERT INTO <CHANGED> (series, low, high)
        SELECT d.series, <FROM_BUCKET>,
               <TO_BUCKET>
        FROM (SELECT series, bucket
              FROM (SELECT u.series, u.bucket, count(*) AS rows
                    FROM (SELECT <TBY> AS series, floor(<BUCKET_OF_ROW> / <MIDDLE_BUCKETS>::float8)::bigint AS bucket FROM <BASE> AS t WHERE <COUNTS>) AS u
                    GROUP BY u.series, u.bucket) AS n
              FULL JOIN (SELECT p.series, p.bucket, p.rows FROM <PYRAMID> AS p WHERE p.width = <MIDDLE>::float8) AS o USING (series, bucket)
              WHERE n.rows IS DISTINCT FROM o.rows) AS d;
        DELETE FROM <SEEN>;
        INSERT INTO <SEEN> (series, x) SELECT <TBY>, max(<TX>) FROM <BASE> AS t WHERE <COUNTS> GROUP BY <TBY>;
        done := done + <REFRESHING>();
      END IF;
      UPDATE <SEEN> SET counter = counted, base = <BASE_TEXT>::regclass;
      RETURN done;
    END
    """#

  /// The counters of a table and its partitions: each row inserted, updated or deleted changes them, up to ten seconds
  /// later, even if that was undone.
  static let counter = #"""
    (SELECT sum(pg_stat_get_tuples_inserted(c.oid) + \#
    pg_stat_get_tuples_updated(c.oid) + \#
    pg_stat_get_tuples_deleted(c.oid) + \#
    c.relfilenode::bigint)::bigint \#
    FROM pg_class AS c \#
    WHERE c.oid = <BASE_TEXT>::regclass \#
    OR c.oid IN (SELECT p.relid FROM pg_partition_tree(<BASE_TEXT>::regclass) AS p))
    """#

  /// The pyramids of a line that may be read. The first parameter is how their descriptions begin, the second one the
  /// table. Any user can describe a table so: only those of who owns the table, of who asks, and of superusers are taken.
  static let find = #"""
    SELECT n.nspname AS schema, c.relname AS name,
      (regexp_match(substring(d.description FROM length($1) + 1), '^(-?[0-9]+), "top": (-?[0-9]+)[}]$'))[1]::int AS finest,
      (regexp_match(substring(d.description FROM length($1) + 1), '^(-?[0-9]+), "top": (-?[0-9]+)[}]$'))[2]::int AS top,
      to_regclass(quote_ident(n.nspname) || '.' || quote_ident(c.relname || '_seen')) IS NULL AS has_triggers,
      (SELECT count(*) FROM pg_trigger AS t WHERE t.tgrelid = b.oid AND t.tgenabled IN ('O', 'A') AND t.tgname IN
        (c.relname || '_insert', c.relname || '_update', c.relname || '_delete', c.relname || '_truncate')) = 4 AS is_kept
    FROM pg_description AS d JOIN pg_class AS c ON c.oid = d.objoid JOIN pg_namespace AS n ON n.oid = c.relnamespace
      JOIN pg_class AS b ON b.oid = to_regclass($2) JOIN pg_roles AS r ON r.oid = c.relowner
    WHERE d.classoid = 'pg_class'::regclass AND d.objsubid = 0 AND c.relkind = 'r' AND starts_with(d.description, $1)
      AND substring(d.description FROM length($1) + 1) ~ '^(-?[0-9]+), "top": (-?[0-9]+)[}]$'
      AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
      AND (c.relowner = b.relowner OR r.rolname = current_user OR r.rolsuper)
    ORDER BY c.relowner = b.relowner DESC, finest
    """#
}
