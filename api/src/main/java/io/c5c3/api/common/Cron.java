package io.c5c3.api.common;

/** What a schedule looks like, for the rules of the records that have one. The operator's parser checks the ranges. */
public final class Cron {

    private static final String ENTRY = "([*]|[0-9]{1,2}(-[0-9]{1,2})?|[A-Za-z]{3}(-[A-Za-z]{3})?)(/[0-9]{1,2})?";
    private static final String FIELD = ENTRY + "(," + ENTRY + ")*";

    /** The longest schedule that a rule has to look at, so that its cost has a bound. */
    public static final int LONGEST = 100;

    public static final String MATCHES =
            ".matches('^(@(annually|yearly|monthly|weekly|daily|hourly)|" + FIELD + "( +" + FIELD + "){4})$')";

    public static final String MESSAGE =
            " must be five cron fields (minute hour day month weekday) such as 0 0 * * 0, or @hourly, @daily, @weekly, @monthly or @yearly";

    private Cron() {}
}
