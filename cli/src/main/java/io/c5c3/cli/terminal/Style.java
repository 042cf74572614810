package io.c5c3.cli.terminal;

/** How a piece of text stands out, on terminals that can show it. */
public enum Style {
    PLAIN(""),
    BOLD("1"),
    DIM("2"),
    GOOD("32"),
    WAITING("33"),
    BAD("31"),
    LINK("36");

    private final String code;

    Style(String code) {
        this.code = code;
    }

    String paint(String text) {
        return this == PLAIN || text.isEmpty() ? text : "\033[" + code + "m" + text + "\033[0m";
    }
}
