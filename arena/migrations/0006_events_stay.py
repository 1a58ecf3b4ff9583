"""Steps of matches and what operators did are only ever added to."""

from django.db import migrations

# What points to a row that is deleted is forgotten (an account, a bot), and nothing else.
EVENTS_STAY = """
CREATE FUNCTION arena_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    old_row jsonb := to_jsonb(OLD);
    new_row jsonb := to_jsonb(NEW);
    forgettable text;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        FOREACH forgettable IN ARRAY TG_ARGV LOOP
            IF new_row -> forgettable = 'null' THEN
                old_row := jsonb_set(old_row, ARRAY[forgettable], 'null');
            END IF;
        END LOOP;
        IF old_row = new_row THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'what has happened is never changed or deleted'
        USING ERRCODE = 'restrict_violation';
END;
$$;
CREATE TRIGGER match_event_stays BEFORE UPDATE OR DELETE ON arena_matchevent
    FOR EACH ROW EXECUTE FUNCTION arena_event_stays('by_id');
CREATE TRIGGER operator_event_stays BEFORE UPDATE OR DELETE ON arena_operatorevent
    FOR EACH ROW EXECUTE FUNCTION arena_event_stays('by_id', 'match_id', 'bot_id');
"""
EVENTS_STAY_NO_MORE = """
DROP TRIGGER operator_event_stays ON arena_operatorevent;
DROP TRIGGER match_event_stays ON arena_matchevent;
DROP FUNCTION arena_event_stays();
"""


class Migration(migrations.Migration):
    dependencies = [("arena", "0005_operators")]

    operations = [migrations.RunSQL(EVENTS_STAY, EVENTS_STAY_NO_MORE)]
