"""Results are only ever added to."""

from django.db import migrations

RESULTS_STAY = """
CREATE FUNCTION tournaments_result_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a result is never changed or deleted: declare it void'
        USING ERRCODE = 'restrict_violation';
END;
$$;
CREATE TRIGGER result_stays BEFORE UPDATE OR DELETE ON tournaments_resultevent
    FOR EACH ROW EXECUTE FUNCTION tournaments_result_stays();
"""
RESULTS_STAY_NO_MORE = """
DROP TRIGGER result_stays ON tournaments_resultevent;
DROP FUNCTION tournaments_result_stays();
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_matches")]

    operations = [migrations.RunSQL(RESULTS_STAY, RESULTS_STAY_NO_MORE)]
