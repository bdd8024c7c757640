extension PostgreSQLPyramidTemplates {
  /// Brings the pyramid up to date. The settings are what its statements need to be planned as they are meant.
  static let refreshHead = #"""
    CREATE FUNCTION <REFRESHING>() RETURNS bigint LANGUAGE plpgsql
      SET search_path = pg_catalog, pg_temp SET jit = off SET plan_cache_mode = force_custom_plan SET work_mem = '64MB'
      SET enable_hashjoin = on SET enable_mergejoin = off SET enable_seqscan = on
      SET enable_memoize = off SET enable_material = on SET enable_bitmapscan = on AS
    """#

  /// Columns of the table are called t.name in it. What stands alone is a variable, even if there is a column of that name.
  static let refreshBody = #"""
    #variable_conflict use_variable
    -- Brings the pyramid up to date: computes all buckets anew into which a noted range of x falls, of all series.
    -- Gives how many ranges of buckets there were; -1 if another session is refreshing just now.
    DECLARE
      finest CONSTANT float8 := <FINEST>;  -- the finest width<MOMENT_CONSTANTS>
      everything boolean;       -- a note without a range: all of it
      names text[];             -- the series
      ranges int8multirange;    -- the changed buckets of the finest width
      parents int8multirange;   -- those of the width being computed
      part int8range;
      exponent int;
      odd int;
      wide float8;              -- the width being computed,
      below float8;             -- the width it is made from,
      children int;             -- and how many buckets of that make one of it: 2 or 3
      times bigint;             -- and how many of the finest width
    BEGIN
      IF NOT pg_try_advisory_xact_lock(hashtextextended(<KEY>, 0)) THEN
        RETURN -1;
      END IF;

      -- Take the notes. A note is visible together with the rows it tells of, so whatever is committed from here on
      -- is either read below already, or noted for the next time, or both.
      WITH taken AS (DELETE FROM <CHANGED> RETURNING series, low, high)
      SELECT bool_or(low IS NULL), array_agg(DISTINCT series) FILTER (WHERE series IS NOT NULL),
             range_agg(int8range(<LOW_BUCKET>, <HIGH_BUCKET>, '[]')) FILTER (WHERE low IS NOT NULL)
      INTO everything, names, ranges FROM taken;
      IF everything IS NULL THEN
        RETURN 0;
      END IF;

      IF everything THEN
        DELETE FROM <PYRAMID>;
        SELECT array_agg(g.series), int8multirange(int8range(<MIN_BUCKET>, <MAX_BUCKET>, '[]')) INTO names, ranges
        FROM (SELECT <TBY> AS series, min(<TX>) AS low, max(<TX>) AS high FROM <BASE> AS t WHERE <COUNTS> GROUP BY <TBY>) AS g;
        IF names IS NULL THEN
          RETURN 1;             -- there are no rows
        END IF;
      ELSE
        -- The noted series and those of the pyramid, from one to the next by its key
        WITH RECURSIVE known AS (
          SELECT min(p.series) AS series FROM <PYRAMID> AS p
          UNION ALL
          SELECT (SELECT min(p.series) FROM <PYRAMID> AS p WHERE p.series > k.series) FROM known AS k WHERE k.series IS NOT NULL)
        SELECT array_agg(DISTINCT s) INTO names
        FROM (SELECT k.series AS s FROM known AS k WHERE k.series IS NOT NULL UNION ALL SELECT unnest(names)) AS both_of_them;
      END IF;

      -- The finest width, from the rows of the table. Within a bucket rows are ordered by (x, y); rows without y only count.
      FOR part IN SELECT unnest(ranges) LOOP
        IF NOT everything THEN
          PERFORM set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_material', 'off', true);
          DELETE FROM <PYRAMID> AS p USING unnest(names) AS s
          WHERE p.series = s AND p.width = finest AND p.bucket >= lower(part) AND p.bucket < upper(part);
          PERFORM set_config('enable_seqscan', 'on', true), set_config('enable_hashjoin', 'on', true), set_config('enable_material', 'on', true);
        END IF;
        INSERT INTO <PYRAMID> (<COLUMNS>)
        WITH r AS (
          SELECT <TBY> AS series, <BIN> AS bin, <R_X> AS x,
                 <Y> AS y
          FROM <BASE> AS t
          WHERE <TX> >= <LOWER>
            AND <TX> < <UPPER>
            AND <COUNTS><SERIES_ONLY>),
        a AS (
          SELECT series, bin, count(*) AS rows, count(y) AS present, min(x) AS start_x,
                 min(x) FILTER (WHERE y IS NOT NULL) AS first_x, max(x) FILTER (WHERE y IS NOT NULL) AS last_x, min(y) AS low_y, max(y) AS high_y
          FROM r GROUP BY series, bin)
        SELECT a.series, finest, <BIN_BUCKET>, a.rows, a.rows - a.present, <START_X>,
               <FIRST_X>, min(r.y) FILTER (WHERE r.x = a.first_x),
               <LOW_X>, a.low_y,
               <HIGH_X>, a.high_y,
               <LAST_X>, max(r.y) FILTER (WHERE r.x = a.last_x)
        FROM a JOIN r ON r.series = a.series AND r.bin = a.bin<ONLY>
        GROUP BY a.series, a.bin, a.rows, a.present, a.start_x, a.first_x, a.last_x, a.low_y, a.high_y
        ORDER BY 1, 3;
      END LOOP;

      -- Each further width, from two buckets of its half; 3 * the finest from three of the finest. From here on by the key only.
      PERFORM set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_material', 'off', true),
              set_config('enable_bitmapscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true);
      FOR exponent IN <K0> .. <TOP> LOOP
        FOREACH odd IN ARRAY ARRAY[1, 3] LOOP
          times := odd * (1::bigint << (exponent - (<K0>)));
          CONTINUE WHEN times = 1;
          children := CASE WHEN times = 3 THEN 3 ELSE 2 END;
          wide := finest * times;
          below := wide / children;
          -- The ranges in buckets of this width (rounded down, below 0, too)
          SELECT range_agg(int8range((lower(g) - (lower(g) % times + times) % times) / times,
                                     (upper(g) - 1 - ((upper(g) - 1) % times + times) % times) / times, '[]'))
          INTO parents FROM unnest(ranges) AS g;
          IF NOT everything THEN
            DELETE FROM <PYRAMID> AS p
            USING (SELECT s, lower(g) AS low, upper(g) AS high FROM unnest(parents) AS g CROSS JOIN unnest(names) AS s OFFSET 0) AS k
            WHERE p.series = k.s AND p.width = wide AND p.bucket >= k.low AND p.bucket < k.high;
          END IF;
          INSERT INTO <PYRAMID> (<COLUMNS>)
          SELECT p.series, wide, p.bucket,
                 coalesce(a.rows, 0) + coalesce(b.rows, 0) + coalesce(c.rows, 0), coalesce(a.missing, 0) + coalesce(b.missing, 0) + coalesce(c.missing, 0),
                 coalesce(a.start_x, b.start_x, c.start_x), coalesce(a.first_x, b.first_x, c.first_x), coalesce(a.first_y, b.first_y, c.first_y),
                 CASE least(a.low_y, b.low_y, c.low_y) WHEN a.low_y THEN a.low_x WHEN b.low_y THEN b.low_x WHEN c.low_y THEN c.low_x END,
                 least(a.low_y, b.low_y, c.low_y),
                 CASE greatest(a.high_y, b.high_y, c.high_y) WHEN a.high_y THEN a.high_x WHEN b.high_y THEN b.high_x WHEN c.high_y THEN c.high_x END,
                 greatest(a.high_y, b.high_y, c.high_y),
                 coalesce(c.last_x, b.last_x, a.last_x), coalesce(c.last_y, b.last_y, a.last_y)
          FROM (SELECT DISTINCT q.series, (q.bucket - (q.bucket % children + children) % children) / children AS bucket
                FROM unnest(parents) AS g CROSS JOIN unnest(names) AS s CROSS JOIN LATERAL (
                  SELECT f.series, f.bucket FROM <PYRAMID> AS f
                  WHERE f.series = s AND f.width = below AND f.bucket >= lower(g) * children AND f.bucket < upper(g) * children
                  OFFSET 0) AS q) AS p          -- OFFSET 0: range by range and series by series, by the key
          LEFT JOIN <PYRAMID> AS a ON a.series = p.series AND a.width = below AND a.bucket = p.bucket * children
          LEFT JOIN <PYRAMID> AS b ON b.series = p.series AND b.width = below AND b.bucket = p.bucket * children + 1
          LEFT JOIN <PYRAMID> AS c ON c.series = p.series AND c.width = below AND c.bucket = p.bucket * children + 2 AND children = 3
          ORDER BY p.series, p.bucket;
        END LOOP;
      END LOOP;
      RETURN (SELECT count(*) FROM unnest(ranges));
    END
    """#
}
