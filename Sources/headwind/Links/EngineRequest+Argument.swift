public import ArgumentParser
public import VirtualLink

extension EngineRequest: ExpressibleByArgument {}
