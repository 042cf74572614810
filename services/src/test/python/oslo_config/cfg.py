class Opt:
    def __init__(self, name, default=None, kind=str):
        self.name, self.default, self.kind = name, default, kind


def StrOpt(name, default=None):
    return Opt(name, default)


def IntOpt(name, default=None, min=None):
    return Opt(name, default, int)
