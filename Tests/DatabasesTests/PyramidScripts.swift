/// What an administrator reads before a pyramid is made.
enum PyramidScripts {
  static let postgreSQL = #"""
    BEGIN;
    SET LOCAL lock_timeout = '10s';
    CREATE TABLE "plant"."metrics_pyramid" (
      series text COLLATE "C" NOT NULL, width double precision NOT NULL, bucket bigint NOT NULL,
      rows bigint NOT NULL, missing bigint NOT NULL, start_x double precision NOT NULL,
      first_x double precision, first_y double precision, low_x double precision, low_y double precision,
      high_x double precision, high_y double precision, last_x double precision, last_y double precision,
      PRIMARY KEY (series, width, bucket))
    WITH (autovacuum_vacuum_scale_factor = 0.02);
    CREATE INDEX "metrics_pyramid_top" ON "plant"."metrics_pyramid" (series) WHERE width = 274877906944::float8;
    CREATE TABLE "plant"."metrics_pyramid_changed" (series text, low timestamptz, high timestamptz)
    WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
    CREATE FUNCTION "plant"."metrics_pyramid_refresh"() RETURNS bigint LANGUAGE plpgsql
      SET search_path = pg_catalog, pg_temp SET jit = off SET plan_cache_mode = force_custom_plan SET work_mem = '64MB'
      SET enable_hashjoin = on SET enable_mergejoin = off SET enable_seqscan = on
      SET enable_memoize = off SET enable_material = on SET enable_bitmapscan = on AS $pyramid$
    #variable_conflict use_variable
    -- Brings the pyramid up to date: computes all buckets anew into which a noted range of x falls, of all series.
    -- Gives how many ranges of buckets there were; -1 if another session is refreshing just now.
    DECLARE
      finest CONSTANT float8 := 16384;  -- the finest width
      step CONSTANT interval := 16384 * INTERVAL '1 millisecond';  -- the same
      -- Where date_bin counts from: 1970 less 2^47 milliseconds, a whole number of buckets of each width. (Releases before
      -- 2024 put a moment that is before the origin and exactly at the start of a bucket into the one before.)
      origin CONSTANT timestamptz := TIMESTAMPTZ '1970-01-01 00:00Z' - 140737488355328 * INTERVAL '1 millisecond';
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
      IF NOT pg_try_advisory_xact_lock(hashtextextended('chart-kernel "plant"."metrics_pyramid"', 0)) THEN
        RETURN -1;
      END IF;

      -- Take the notes. A note is visible together with the rows it tells of, so whatever is committed from here on
      -- is either read below already, or noted for the next time, or both.
      WITH taken AS (DELETE FROM "plant"."metrics_pyramid_changed" RETURNING series, low, high)
      SELECT bool_or(low IS NULL), array_agg(DISTINCT series) FILTER (WHERE series IS NOT NULL),
             range_agg(int8range(round(date_part('epoch', date_bin(step, low, origin)) * 1000 / finest)::bigint, round(date_part('epoch', date_bin(step, high, origin)) * 1000 / finest)::bigint, '[]')) FILTER (WHERE low IS NOT NULL)
      INTO everything, names, ranges FROM taken;
      IF everything IS NULL THEN
        RETURN 0;
      END IF;

      IF everything THEN
        DELETE FROM "plant"."metrics_pyramid";
        SELECT array_agg(g.series), int8multirange(int8range(round(date_part('epoch', date_bin(step, min(g.low), origin)) * 1000 / finest)::bigint, round(date_part('epoch', date_bin(step, max(g.high), origin)) * 1000 / finest)::bigint, '[]')) INTO names, ranges
        FROM (SELECT t."sensor"::text AS series, min(t."time") AS low, max(t."time") AS high FROM "plant"."metrics" AS t WHERE t."time" > '-infinity' AND t."time" < 'infinity' AND t."sensor" IS NOT NULL GROUP BY t."sensor"::text) AS g;
        IF names IS NULL THEN
          RETURN 1;             -- there are no rows
        END IF;
      ELSE
        -- The noted series and those of the pyramid, from one to the next by its key
        WITH RECURSIVE known AS (
          SELECT min(p.series) AS series FROM "plant"."metrics_pyramid" AS p
          UNION ALL
          SELECT (SELECT min(p.series) FROM "plant"."metrics_pyramid" AS p WHERE p.series > k.series) FROM known AS k WHERE k.series IS NOT NULL)
        SELECT array_agg(DISTINCT s) INTO names
        FROM (SELECT k.series AS s FROM known AS k WHERE k.series IS NOT NULL UNION ALL SELECT unnest(names)) AS both_of_them;
      END IF;

      -- The finest width, from the rows of the table. Within a bucket rows are ordered by (x, y); rows without y only count.
      FOR part IN SELECT unnest(ranges) LOOP
        IF NOT everything THEN
          PERFORM set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_material', 'off', true);
          DELETE FROM "plant"."metrics_pyramid" AS p USING unnest(names) AS s
          WHERE p.series = s AND p.width = finest AND p.bucket >= lower(part) AND p.bucket < upper(part);
          PERFORM set_config('enable_seqscan', 'on', true), set_config('enable_hashjoin', 'on', true), set_config('enable_material', 'on', true);
        END IF;
        INSERT INTO "plant"."metrics_pyramid" (series, width, bucket, rows, missing, start_x, first_x, first_y, low_x, low_y, high_x, high_y, last_x, last_y)
        WITH r AS (
          SELECT t."sensor"::text AS series, date_bin(step, t."time", origin) AS bin, t."time" AS x,
                 CASE WHEN t."value" > '-Infinity' AND t."value" < 'Infinity' THEN t."value"::float8 END AS y
          FROM "plant"."metrics" AS t
          WHERE t."time" >= TIMESTAMPTZ '1970-01-01 00:00Z' + (lower(part)) * step
            AND t."time" < TIMESTAMPTZ '1970-01-01 00:00Z' + (upper(part)) * step
            AND t."time" > '-infinity' AND t."time" < 'infinity' AND t."sensor" IS NOT NULL AND t."sensor" = ANY(names::text[])),
        a AS (
          SELECT series, bin, count(*) AS rows, count(y) AS present, min(x) AS start_x,
                 min(x) FILTER (WHERE y IS NOT NULL) AS first_x, max(x) FILTER (WHERE y IS NOT NULL) AS last_x, min(y) AS low_y, max(y) AS high_y
          FROM r GROUP BY series, bin)
        SELECT a.series, finest, round(date_part('epoch', a.bin) * 1000 / finest)::bigint, a.rows, a.rows - a.present, (extract(epoch FROM a.start_x) * 1000)::float8,
               (extract(epoch FROM a.first_x) * 1000)::float8, min(r.y) FILTER (WHERE r.x = a.first_x),
               (extract(epoch FROM min(r.x) FILTER (WHERE r.y = a.low_y)) * 1000)::float8, a.low_y,
               (extract(epoch FROM min(r.x) FILTER (WHERE r.y = a.high_y)) * 1000)::float8, a.high_y,
               (extract(epoch FROM a.last_x) * 1000)::float8, max(r.y) FILTER (WHERE r.x = a.last_x)
        FROM a JOIN r ON r.series = a.series AND r.bin = a.bin
        GROUP BY a.series, a.bin, a.rows, a.present, a.start_x, a.first_x, a.last_x, a.low_y, a.high_y
        ORDER BY 1, 3;
      END LOOP;

      -- Each further width, from two buckets of its half; 3 * the finest from three of the finest. From here on by the key only.
      PERFORM set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_material', 'off', true),
              set_config('enable_bitmapscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true);
      FOR exponent IN 14 .. 38 LOOP
        FOREACH odd IN ARRAY ARRAY[1, 3] LOOP
          times := odd * (1::bigint << (exponent - (14)));
          CONTINUE WHEN times = 1;
          children := CASE WHEN times = 3 THEN 3 ELSE 2 END;
          wide := finest * times;
          below := wide / children;
          -- The ranges in buckets of this width (rounded down, below 0, too)
          SELECT range_agg(int8range((lower(g) - (lower(g) % times + times) % times) / times,
                                     (upper(g) - 1 - ((upper(g) - 1) % times + times) % times) / times, '[]'))
          INTO parents FROM unnest(ranges) AS g;
          IF NOT everything THEN
            DELETE FROM "plant"."metrics_pyramid" AS p
            USING (SELECT s, lower(g) AS low, upper(g) AS high FROM unnest(parents) AS g CROSS JOIN unnest(names) AS s OFFSET 0) AS k
            WHERE p.series = k.s AND p.width = wide AND p.bucket >= k.low AND p.bucket < k.high;
          END IF;
          INSERT INTO "plant"."metrics_pyramid" (series, width, bucket, rows, missing, start_x, first_x, first_y, low_x, low_y, high_x, high_y, last_x, last_y)
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
                  SELECT f.series, f.bucket FROM "plant"."metrics_pyramid" AS f
                  WHERE f.series = s AND f.width = below AND f.bucket >= lower(g) * children AND f.bucket < upper(g) * children
                  OFFSET 0) AS q) AS p          -- OFFSET 0: range by range and series by series, by the key
          LEFT JOIN "plant"."metrics_pyramid" AS a ON a.series = p.series AND a.width = below AND a.bucket = p.bucket * children
          LEFT JOIN "plant"."metrics_pyramid" AS b ON b.series = p.series AND b.width = below AND b.bucket = p.bucket * children + 1
          LEFT JOIN "plant"."metrics_pyramid" AS c ON c.series = p.series AND c.width = below AND c.bucket = p.bucket * children + 2 AND children = 3
          ORDER BY p.series, p.bucket;
        END LOOP;
      END LOOP;
      RETURN (SELECT count(*) FROM unnest(ranges));
    END
    $pyramid$;
    REVOKE ALL ON FUNCTION "plant"."metrics_pyramid_refresh"() FROM PUBLIC;
    COMMENT ON FUNCTION "plant"."metrics_pyramid_refresh"() IS 'Brings a pyramid table up to date; gives how many ranges were computed, -1 if another session is at it.';
    DO $pyramid$
    DECLARE
      reader oid;
    BEGIN
      -- Who may read the table may read these, too.
      FOR reader IN SELECT DISTINCT a.grantee FROM pg_class AS c, LATERAL aclexplode(c.relacl) AS a
                    WHERE c.oid = '"plant"."metrics"'::regclass AND a.privilege_type = 'SELECT' AND a.grantee <> (SELECT r.oid FROM pg_roles AS r WHERE r.rolname = current_user)
      LOOP
        EXECUTE 'GRANT SELECT ON ' || '"plant"."metrics_pyramid", "plant"."metrics_pyramid_changed"' || ' TO ' || CASE WHEN reader = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(reader)) END;
      END LOOP;
    END
    $pyramid$;
    COMMENT ON TABLE "plant"."metrics_pyramid" IS '{"chart-kernel": 1, "table": "plant.metrics", "x": "time", "y": "value", "by": "sensor", "finest": 14, "top": 38, "unfinished": true}';
    INSERT INTO "plant"."metrics_pyramid_changed" (series, low, high) VALUES (NULL, NULL, NULL);
    CREATE FUNCTION "plant"."metrics_pyramid_note"() RETURNS trigger LANGUAGE plpgsql
      SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $pyramid$
    -- Notes from which x to which a statement changed rows. Rows that lie far apart (64 buckets of the finest width) get notes of their own.
    BEGIN
      IF TG_OP = 'TRUNCATE' THEN
        INSERT INTO "plant"."metrics_pyramid_changed" (series, low, high) VALUES (NULL, NULL, NULL);  -- everything
        RETURN NULL;
      END IF;
      IF TG_OP IN ('INSERT', 'UPDATE') THEN
        INSERT INTO "plant"."metrics_pyramid_changed" (series, low, high)
        SELECT t."sensor"::text, min(t."time"), max(t."time") FROM new_rows AS t WHERE t."time" > '-infinity' AND t."time" < 'infinity' AND t."sensor" IS NOT NULL
        GROUP BY t."sensor"::text, floor(date_part('epoch', t."time") * 1000 / 1048576::float8);
      END IF;
      IF TG_OP IN ('DELETE', 'UPDATE') THEN
        INSERT INTO "plant"."metrics_pyramid_changed" (series, low, high)
        SELECT t."sensor"::text, min(t."time"), max(t."time") FROM old_rows AS t WHERE t."time" > '-infinity' AND t."time" < 'infinity' AND t."sensor" IS NOT NULL
        GROUP BY t."sensor"::text, floor(date_part('epoch', t."time") * 1000 / 1048576::float8);
      END IF;
      RETURN NULL;
    END
    $pyramid$;
    REVOKE ALL ON FUNCTION "plant"."metrics_pyramid_note"() FROM PUBLIC;
    CREATE TRIGGER "metrics_pyramid_insert" AFTER INSERT ON "plant"."metrics" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "plant"."metrics_pyramid_note"();
    CREATE TRIGGER "metrics_pyramid_update" AFTER UPDATE ON "plant"."metrics" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "plant"."metrics_pyramid_note"();
    CREATE TRIGGER "metrics_pyramid_delete" AFTER DELETE ON "plant"."metrics" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "plant"."metrics_pyramid_note"();
    CREATE TRIGGER "metrics_pyramid_truncate" AFTER TRUNCATE ON "plant"."metrics" FOR EACH STATEMENT EXECUTE FUNCTION "plant"."metrics_pyramid_note"();
    COMMIT;
    BEGIN;
    SELECT "plant"."metrics_pyramid_refresh"();
    COMMENT ON TABLE "plant"."metrics_pyramid" IS '{"chart-kernel": 1, "table": "plant.metrics", "x": "time", "y": "value", "by": "sensor", "finest": 14, "top": 38}';
    COMMIT;
    VACUUM (ANALYZE) "plant"."metrics_pyramid";
    """#

  static let clickHouse = #"""
    CREATE TABLE `plant`.`metrics_pyramid` (ck_series String, ck_width Float64, ck_bucket Int64, ck_rows AggregateFunction(sum, UInt64), ck_missing AggregateFunction(sum, UInt64), ck_start AggregateFunction(min, Float64), ck_first AggregateFunction(minIf, Tuple(Float64, Float64), UInt8), ck_last AggregateFunction(maxIf, Tuple(Float64, Float64), UInt8), ck_low AggregateFunction(minIf, Tuple(Float64, Float64), UInt8), ck_high AggregateFunction(minIf, Tuple(Float64, Float64), UInt8)) ENGINE = AggregatingMergeTree() ORDER BY (ck_series, ck_width, ck_bucket) SETTINGS index_granularity = 1024;
    CREATE TABLE `plant`.`metrics_pyramid_fill` (ck_series String, ck_width Float64, ck_bucket Int64, ck_rows AggregateFunction(sum, UInt64), ck_missing AggregateFunction(sum, UInt64), ck_start AggregateFunction(min, Float64), ck_first AggregateFunction(minIf, Tuple(Float64, Float64), UInt8), ck_last AggregateFunction(maxIf, Tuple(Float64, Float64), UInt8), ck_low AggregateFunction(minIf, Tuple(Float64, Float64), UInt8), ck_high AggregateFunction(minIf, Tuple(Float64, Float64), UInt8)) ENGINE = AggregatingMergeTree() ORDER BY (ck_series, ck_width, ck_bucket) SETTINGS index_granularity = 1024;
    CREATE MATERIALIZED VIEW `plant`.`metrics_pyramid_finest` TO `plant`.`metrics_pyramid` AS SELECT CAST(ifNull(toString(`sensor`), '') AS String) AS ck_series, toFloat64(16384.0) AS ck_width, toInt64(floor(ifNull(toFloat64(toUInt32(`time`)) * 1000, nan) / 16384.0)) AS ck_bucket, sumState(toUInt64(1)) AS ck_rows, sumState(toUInt64(NOT isFinite(ifNull(toFloat64(`value`), nan)))) AS ck_missing, minState(ifNull(toFloat64(toUInt32(`time`)) * 1000, nan)) AS ck_start, minIfState((ifNull(toFloat64(toUInt32(`time`)) * 1000, nan), ifNull(toFloat64(`value`), nan)), isFinite(ifNull(toFloat64(`value`), nan))) AS ck_first, maxIfState((ifNull(toFloat64(toUInt32(`time`)) * 1000, nan), ifNull(toFloat64(`value`), nan)), isFinite(ifNull(toFloat64(`value`), nan))) AS ck_last, minIfState((ifNull(toFloat64(`value`), nan), ifNull(toFloat64(toUInt32(`time`)) * 1000, nan)), isFinite(ifNull(toFloat64(`value`), nan))) AS ck_low, minIfState((-ifNull(toFloat64(`value`), nan), ifNull(toFloat64(toUInt32(`time`)) * 1000, nan)), isFinite(ifNull(toFloat64(`value`), nan))) AS ck_high FROM `plant`.`metrics` WHERE isFinite(ifNull(toFloat64(toUInt32(`time`)) * 1000, nan)) AND abs(ifNull(toFloat64(toUInt32(`time`)) * 1000, nan)) < 7.555786372591432e+22 AND isNotNull(`sensor`) GROUP BY ck_series, ck_width, ck_bucket;
    CREATE MATERIALIZED VIEW `plant`.`metrics_pyramid_coarser` TO `plant`.`metrics_pyramid` AS SELECT ck_series, arrayJoin([49152.0]) AS ck_width, toInt64(floor(ck_bucket / (ck_width / 16384.0))) AS ck_bucket, sumMergeState(ck_rows) AS ck_rows, sumMergeState(ck_missing) AS ck_missing, minMergeState(ck_start) AS ck_start, minIfMergeState(ck_first) AS ck_first, maxIfMergeState(ck_last) AS ck_last, minIfMergeState(ck_low) AS ck_low, minIfMergeState(ck_high) AS ck_high FROM `plant`.`metrics_pyramid_finest` GROUP BY ck_series, ck_width, ck_bucket;
    INSERT INTO `plant`.`metrics_pyramid_fill` (ck_series, ck_width, ck_bucket, ck_rows, ck_missing, ck_start, ck_first, ck_last, ck_low, ck_high) SELECT CAST(ifNull(toString(`sensor`), '') AS String) AS ck_series, toFloat64(16384.0) AS ck_width, toInt64(floor(ifNull(toFloat64(toUInt32(`time`)) * 1000, nan) / 16384.0)) AS ck_bucket, sumState(toUInt64(1)) AS ck_rows, sumState(toUInt64(NOT isFinite(ifNull(toFloat64(`value`), nan)))) AS ck_missing, minState(ifNull(toFloat64(toUInt32(`time`)) * 1000, nan)) AS ck_start, minIfState((ifNull(toFloat64(toUInt32(`time`)) * 1000, nan), ifNull(toFloat64(`value`), nan)), isFinite(ifNull(toFloat64(`value`), nan))) AS ck_first, maxIfState((ifNull(toFloat64(toUInt32(`time`)) * 1000, nan), ifNull(toFloat64(`value`), nan)), isFinite(ifNull(toFloat64(`value`), nan))) AS ck_last, minIfState((ifNull(toFloat64(`value`), nan), ifNull(toFloat64(toUInt32(`time`)) * 1000, nan)), isFinite(ifNull(toFloat64(`value`), nan))) AS ck_low, minIfState((-ifNull(toFloat64(`value`), nan), ifNull(toFloat64(toUInt32(`time`)) * 1000, nan)), isFinite(ifNull(toFloat64(`value`), nan))) AS ck_high FROM `plant`.`metrics` WHERE isFinite(ifNull(toFloat64(toUInt32(`time`)) * 1000, nan)) AND abs(ifNull(toFloat64(toUInt32(`time`)) * 1000, nan)) < 7.555786372591432e+22 AND isNotNull(`sensor`) GROUP BY ck_series, ck_width, ck_bucket SETTINGS max_bytes_before_external_group_by = 500000000;
    INSERT INTO `plant`.`metrics_pyramid_fill` (ck_series, ck_width, ck_bucket, ck_rows, ck_missing, ck_start, ck_first, ck_last, ck_low, ck_high) SELECT ck_series, toFloat64(49152.0) AS w, toInt64(floor(ck_bucket / 3)) AS b, sumMergeState(ck_rows), sumMergeState(ck_missing), minMergeState(ck_start), minIfMergeState(ck_first), maxIfMergeState(ck_last), minIfMergeState(ck_low), minIfMergeState(ck_high) FROM `plant`.`metrics_pyramid_fill` WHERE ck_width = 16384.0 GROUP BY ck_series, b SETTINGS max_bytes_before_external_group_by = 500000000;
    INSERT INTO `plant`.`metrics_pyramid` (ck_series, ck_width, ck_bucket, ck_rows, ck_missing, ck_start, ck_first, ck_last, ck_low, ck_high) SELECT ck_series, ck_width, ck_bucket, ck_rows, ck_missing, ck_start, ck_first, ck_last, ck_low, ck_high FROM `plant`.`metrics_pyramid_fill`;
    DROP TABLE `plant`.`metrics_pyramid_fill`;
    """#
}
